// A server between browser and server that can be slow, refuse, or be away: what the tests of
// failures need, whichever server stands behind it.
import {createServer, request as ask} from 'node:http';

/** @typedef {{delay: (path: string) => number, status: (path: string) => number, asked: string[]}} Moods */

/** @param {string} target base address of the server behind */
export async function startProxy(target) {
  /** @type {Moods} */
  const moods = {delay: () => 0, status: () => 0, asked: []};
  const behind = new URL(target);
  const make = () => createServer((request, response) => {
    const path = request.url ?? '/';
    moods.asked.push(path);
    const status = moods.status(path);
    const forward = () => {
      if (response.destroyed) return;
      if (status > 0) {
        response.writeHead(status, {'Content-Type': 'application/json'});
        response.end(JSON.stringify({error: {code: 'test', message: `status ${status} as asked`}}));
        return;
      }
      const onward = ask({host: behind.hostname, port: behind.port, path, method: request.method, headers: {...request.headers, host: behind.host}}, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    };
    const wait = moods.delay(path);
    if (wait > 0) setTimeout(forward, wait);
    else forward();
  });
  let server = make();
  const listen = (/** @type {number} */ port) => new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done(null));
  });
  await listen(0);
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    moods,
    /** Nothing listens any more. */
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
    /** It listens again at the same address. */
    async start() {
      server = make();
      await listen(port);
    },
  };
}

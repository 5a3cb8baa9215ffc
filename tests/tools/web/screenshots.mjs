// Pictures of the page, to be looked at: node screenshots.mjs DIR [URL]
// Without URL (or PYLOS_WEB_URL) the mock server is started.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';

import {launch} from './browsers.mjs';
import {startMock} from './mock_server.mjs';

const [directory = 'screenshots', address = process.env.PYLOS_WEB_URL] = process.argv.slice(2);
const mock = address ? null : await startMock({data: process.env.PYLOS_WEB_DATA});
const url = address ?? mock?.url ?? '';
const GAME = '1b2.1a1.1c2.1b3.1c3.1b1.1d1.1c1.1a2.1d2.1a3.1d3.1a4.1b4.1c4.1d4.2a1';
const VIEWS = /** @type {Record<string, string>} */ ({
  empty: '#rules=standard',
  game: `#rules=standard&game=${GAME}`,
  answers: '#rules=standard&page=answers',
  compare: `#rules=standard&game=${GAME}&tab=compare`,
  edit: `#rules=standard&game=${GAME}&tab=edit`,
  puzzles: '#rules=standard&tab=puzzles',
});
const only = process.env.VIEWS?.split(',') ?? Object.keys(VIEWS);
const widths = (process.env.WIDTHS ?? '360,768,1440').split(',').map(Number);
const themes = /** @type {('light' | 'dark')[]} */ ((process.env.THEMES ?? 'light,dark').split(','));
mkdirSync(directory, {recursive: true});
const {browser, close} = await launch(process.env.BROWSER === 'firefox' ? 'firefox' : 'chrome');
try {
  for (const width of widths) {
    for (const theme of themes) {
      for (const view of only) {
        const page = await browser.newPage();
        page.on('pageerror', (error) => console.error('page error:', error));
        page.on('console', (message) => message.type() === 'error' && console.error('console:', message.text()));
        await page.setViewport({width, height: width < 500 ? 780 : 900, deviceScaleFactor: width < 500 ? 2 : 1});
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}, {name: 'prefers-reduced-motion', value: 'reduce'}]).catch(() => {});
        await page.goto(url + VIEWS[view]);
        await new Promise((done) => setTimeout(done, 900));
        await page.screenshot({path: join(directory, `${view}-${width}-${theme}.png`), fullPage: true});
        await page.close();
      }
    }
  }
} finally {
  await close();
  await mock?.close();
}

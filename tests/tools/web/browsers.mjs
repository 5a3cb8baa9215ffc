// Starting the browsers of the tests: Debian's chromium, and firefox-esr through WebDriver BiDi.
import {accessSync, constants, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** @typedef {'chrome' | 'firefox'} BrowserName */

const CANDIDATES = /** @type {Record<BrowserName, string[]>} */ ({
  chrome: [process.env.PYLOS_CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  firefox: [process.env.PYLOS_FIREFOX ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'],
});

/** The program of a browser, or null where there is none. @param {BrowserName} name */
export function programOf(name) {
  return CANDIDATES[name].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return path !== '';
    } catch {
      return false;
    }
  }) ?? null;
}

/** puppeteer-core, or null where it is not installed. */
export async function puppeteer() {
  try {
    return (await import('puppeteer-core')).default;
  } catch {
    return null;
  }
}

/** A browser with a profile of its own; `close` removes both. @param {BrowserName} name */
export async function launch(name) {
  const driver = await puppeteer();
  const executablePath = programOf(name);
  if (!driver || !executablePath) throw new Error(`no ${name} here`);
  const profile = mkdtempSync(join(tmpdir(), `pylos-${name}-`));
  const root = process.getuid?.() === 0;
  const browser = await driver.launch({
    browser: name,
    executablePath,
    headless: true,
    userDataDir: profile,
    timeout: 120000,
    protocolTimeout: 120000,
    args: name === 'chrome' ? [
      ...(root ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
    ] : [],
    // Nothing but the page itself: no updates, reports, portals or suggestions.
    extraPrefsFirefox: name === 'firefox' ? {
      'app.update.enabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false, 'toolkit.telemetry.enabled': false, 'browser.safebrowsing.malware.enabled': false,
      'browser.safebrowsing.phishing.enabled': false, 'services.settings.server': '', 'extensions.update.enabled': false,
    } : undefined,
  });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    },
  };
}

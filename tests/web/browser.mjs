// A headless Chromium with the page, and a server for the built files. `LOCKSTEP_CHROMIUM` and `LOCKSTEP_FIREFOX` name other
// programs.
import {createReadStream, existsSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';
import puppeteer from 'puppeteer-core';

const types = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm'};

// Serves a folder at /some/folder/ of a free port; `requests` lists what was asked for.
export async function serve(folder, {withTypes = true} = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const path = new URL(request.url, 'http://x').pathname;
    const below = normalize(path.replace(/^\/some\/folder\//, '') || 'index.html');
    const file = join(folder, below.endsWith('/') ? below + 'index.html' : below);
    if (!path.startsWith('/some/folder/') || below.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {'Content-Type': (withTypes && types[extname(file)]) || 'application/octet-stream',
      ...(extname(file) === '.html' ? {'Content-Type': 'text/html'} : {})});
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {url: `http://127.0.0.1:${server.address().port}/some/folder/`, requests, close: () => server.close()};
}

export async function startBrowser({width = 1280, height = 720, scale = 1} = {}) {
  return puppeteer.launch({
    executablePath: process.env.LOCKSTEP_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    defaultViewport: {width, height, deviceScaleFactor: scale},
  });
}

// In a window: without one it has no WebGL.
export const startFirefox = () => puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.LOCKSTEP_FIREFOX || '/usr/bin/firefox-esr',
  headless: false,
  extraPrefsFirefox: {'webgl.force-enabled': true},
});

// The page once the program runs; what it logs goes to `log`.
export async function openPage(browser, url, {log = []} = {}) {
  const page = await browser.newPage();
  page.on('console', (message) => log.push(message.text()));
  page.on('pageerror', (error) => log.push('error: ' + error.message));
  await page.goto(url, {waitUntil: 'load'});
  await isReady(page);
  return page;
}

export const isReady = (page) => page.waitForFunction(() => document.documentElement.dataset.ready === 'yes', {timeout: 60000});
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

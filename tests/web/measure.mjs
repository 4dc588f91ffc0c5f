// How fast the page is, as a table: first frame, stepping, rest, and the longest block while it steps; and the simulator in
// one module that stays, beside the desktop's, alternating. Nothing fails here: run it on a machine that does nothing else.
//
//   node tests/web/measure.mjs
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const desktop = join(root, 'build/release/lockstep'), web = join(root, 'build/web/lockstep.js');
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const row = (name, value) => console.log(`${name.padEnd(44)} ${value}`);

// Milliseconds from navigating to each mark of web/page/page.js.
const marks = (page) => page.evaluate(() => Object.fromEntries(performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])));
const inWords = (times) => Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(0)}`).join(', ') + ' ms';

async function firstFrames(browser, url) {
  const context = await browser.createBrowserContext();
  for (const visit of ['cold', 'second', 'third', 'fourth']) {
    const page = await openPage(context, url);
    row(`first frame, ${visit} visit`, inWords(await marks(page)));
    await page.evaluate(() => navigator.serviceWorker?.ready);
    await sleep(3000);  // the browser stores compiled code a while after
    await page.close();
  }
  await context.close();
}

async function stepping(browser, url, link) {
  const page = await openPage(await browser.createBrowserContext(), url + link);
  await page.evaluate(() => {
    globalThis.turns = globalThis.drawn = 0;
    globalThis.blocks = [];
    const graphics = document.getElementById('canvas').getContext('webgl2'), clear = graphics.clear.bind(graphics);
    graphics.clear = (bits) => { ++globalThis.drawn; clear(bits); };
    const usual = requestAnimationFrame;
    globalThis.requestAnimationFrame = (call) => usual((time) => {
      const begin = performance.now();
      ++globalThis.turns;
      call(time);
      globalThis.blocks.push(performance.now() - begin);
    });
  });
  await sleep(4000);
  await page.keyboard.press('Home');
  await page.evaluate(() => { globalThis.drawn = 0; globalThis.blocks = []; });
  const until = Date.now() + 5000;
  let steps = 0;
  // There and back, so that the run does not end.
  for (; Date.now() < until; ++steps) {
    await page.keyboard.press(steps % 100 < 50 ? 'ArrowRight' : 'ArrowLeft');
    await sleep(30);  // as a key that is held
  }
  const {drawn, blocks} = await page.evaluate(() => ({drawn: globalThis.drawn, blocks: globalThis.blocks}));
  row('stepping, n = 256, 1280 × 720', `${(steps / 5).toFixed(0)} steps and ${(drawn / 5).toFixed(0)} frames a second, the longest turn ${Math.max(...blocks).toFixed(0)} ms`);
  await sleep(8000);
  const before = await page.metrics();
  await page.evaluate(() => { globalThis.turns = 0; });
  await sleep(10000);
  const after = await page.metrics();
  row('at rest for 10 s', `${await page.evaluate(() => globalThis.turns)} frames, ${(10 * (after.TaskDuration - before.TaskDuration)).toFixed(2)} % of a core`);
  const other = await (page.browserContext()).newPage();
  await other.bringToFront();
  await page.evaluate(() => { globalThis.turns = 0; });
  await sleep(10000);
  row('hidden for 10 s', `${await page.evaluate(() => globalThis.turns)} frames`);
  await page.browserContext().close();
}

async function moduleOfNode() {
  const ready = new Promise((done) => {
    globalThis.Module = {noInitialRun: true, noExitRuntime: true, print() {}, onRuntimeInitialized: done};
  });
  Object.assign(globalThis, {require: createRequire(import.meta.url), __filename: web, __dirname: dirname(web)});
  (0, eval)(fs.readFileSync(web, 'utf8').replace(/^#!.*/, ''));
  await ready;
  return globalThis.Module;
}

// What `act` takes, and what it gives.
function timed(act) {
  const begin = process.hrtime.bigint(), given = act();
  return {milliseconds: Number(process.hrtime.bigint() - begin) / 1e6, given};
}

// The output of a command in the module.
function outputOf(module, words) {
  const write = fs.writeSync, pieces = [];
  fs.writeSync = (file, bytes, offset = 0, length = bytes.length) => {
    pieces.push(Buffer.from(bytes.slice(offset, offset + length)));
    return length;
  };
  try {
    module.callMain([...words]);
  } finally {
    fs.writeSync = write;
  }
  return Buffer.concat(pieces);
}

// Medians of both, alternating, and the first run of the module.
function compared(module, words) {
  const here = [], there = [];
  for (let run = 0; run < 15; ++run) {
    const web = timed(() => outputOf(module, words));
    const native = timed(() => spawnSync(desktop, words, {env: {...process.env, OMP_NUM_THREADS: '1'}}).stdout);
    if (!web.given.equals(native.given)) throw new Error(`${words.join(' ')}: the outputs differ: ${web.given}`);
    there.push(web.milliseconds);
    here.push(native.milliseconds);
  }
  return {web: median(there.slice(5)), native: median(here), first: there[0]};
}

// The desktop's program has to start, and both have to compile the kernel: what a small n takes is subtracted.
async function simulator() {
  const module = await moduleOfNode();
  const times = (web, native) => `${web.toFixed(1)} and ${native.toFixed(1)} ms, ${(web / native).toFixed(2)} times`;
  for (const id of ['reduce/divergent', 'reduce/tuned', 'scan/hillis-steele-local', 'scan/blelloch', 'scan/look-back']) {
    const words = (n) => ['counters', id, '--n', n, '--json'], small = compared(module, words('64')), large = compared(module, words('65536'));
    row(words('65536').slice(0, 4).join(' '), `web and desktop ${times(large.web, large.native)}; more than n = 64: ` +
      `${times(large.web - small.web, large.native - small.native)}; first run ${large.first.toFixed(0)} ms`);
  }
}

const scene = join(fs.mkdtempSync(join(tmpdir(), 'lockstep-measure-')), 'scene.json');
fs.writeFileSync(scene, JSON.stringify({algorithm: 'scan/blelloch', n: 256, group: 128}));
const link = spawnSync(desktop, ['link', scene], {encoding: 'utf8'}).stdout.trim();
const server = await serve(join(root, 'build/web/page'));
const browser = await startBrowser();
await firstFrames(browser, server.url);
await stepping(browser, server.url, link.slice(link.indexOf('#')));
await browser.close();
server.close();
await simulator();
process.exit(0);

// The longest turn of the page while it records and checks each algorithm of the catalogue, n = 256 and 65536, and while it
// tests the skeletons of each assignment: no block should be over 50 ms. Nothing fails here; a busy machine has longer turns.
//
//   node tests/web/turns.mjs [BEGIN …]     BEGIN: algorithms and assignments whose name begins so; all of them
import {spawnSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)), desktop = join(root, 'build/release/lockstep');
const begins = process.argv.slice(2), most = 50;
const words = (...command) => spawnSync(desktop, command, {encoding: 'utf8', env: {...process.env, LOCKSTEP_PAGE: ''}}).stdout;
const catalogue = JSON.parse(words('list', '--json'));
const ids = [...catalogue.algorithms, ...catalogue.patterns, ...catalogue.hazards].map((algorithm) => algorithm.id)
  .filter((id) => begins.length === 0 || begins.some((begin) => id.startsWith(begin)));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-turns-'));

function linkOf(id, n) {
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({algorithm: id, n}));
  const link = words('link', join(folder, 'scene.json')).trim();
  return link.slice(link.indexOf('#'));
}

// From now on, with the time at which each turn began.
const watch = (page) => page.evaluate(() => {
  globalThis.turns = [];
  const usual = requestAnimationFrame;
  globalThis.requestAnimationFrame = (call) => usual((time) => {
    const begin = performance.now();
    call(time);
    globalThis.turns.push({begin, took: performance.now() - begin});
  });
});

// Until nothing was drawn for a second, or the time is over.
async function atRest(page, milliseconds) {
  const end = Date.now() + milliseconds;
  for (let quiet = 0, before = -1; quiet < 4 && Date.now() < end; await sleep(250)) {
    const count = await page.evaluate(() => globalThis.turns.length);
    quiet = count === before ? quiet + 1 : 0;
    before = count;
  }
}

const server = await serve(join(root, 'build/web/page'));
const browser = await startBrowser();
const page = await openPage(browser, server.url + '?report=1');
await page.keyboard.press('Escape');
await watch(page);
await atRest(page, 10000);
let over = 0, runs = 0;
async function tell(name, n) {
  const took = (await page.evaluate(() => globalThis.turns.map((turn) => turn.took))).sort((a, b) => b - a);
  if (took[0] > most) ++over;
  ++runs;
  console.log(`${name.padEnd(40)} ${String(n).padStart(6)} ${String(took.length).padStart(5)} turns, longest ` +
    `${took.slice(0, 3).map((time) => time.toFixed(0)).join(', ')} ms${took[0] > most ? '  over' : ''}`);
}

for (const n of [256, 65536])
  for (const id of ids) {
    await page.evaluate((link) => {
      globalThis.turns = [];
      lockstepPage.open(location.href.replace(/#.*/, '') + link);
    }, linkOf(id, n));
    await sleep(300);
    await atRest(page, 20000);
    await tell(id, n);
  }

const placeOf = (begin) => page.evaluate((start) => lockstepPage.report().places.find((place) => place.id.startsWith(start)), begin);
const assignments = words('assignment', 'list').split('\n').slice(1).map((line) => line.split(/\s+/)).filter((line) => line.length > 3)
  .filter(([name]) => begins.length === 0 || begins.some((begin) => name.startsWith(begin)));
for (const [name, , tasks] of assignments) {
  const link = words('link', `assignment:${name}`).trim();
  await page.evaluate((address) => lockstepPage.open(address), link.slice(link.indexOf('#')).replace(/^/, server.url));
  await sleep(1000);
  await atRest(page, 20000);
  for (let task = 0; task < Number(tasks); ++task) {
    const {x, y, width, height} = await placeOf(task === 0 ? 'task ' : 'next-task');
    await page.evaluate(() => { globalThis.turns = []; });
    await page.mouse.click(x + width / 2, y + height / 2);
    await sleep(1000);
    await atRest(page, 30000);
    await tell(name, task + 1);
  }
}
console.log(`${runs} runs, ${over} with a turn over ${most} ms`);
await browser.close();
server.close();

// Pictures of every page of every lesson as the page in a browser shows them, reached by Page Down, to be looked at.
//
//   node tests/web/lessons.mjs FOLDER [scale] [LESSON …]     scale: pixels for each of the layout's; 2
import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)), desktop = join(root, 'build/release/lockstep');
const [folder, scale = '2', ...chosen] = process.argv.slice(2);
const words = (...command) => spawnSync(desktop, command, {encoding: 'utf8'}).stdout;
const lessons = JSON.parse(words('lesson', 'list', '--json')).lessons.filter(({name}) => chosen.length === 0 || chosen.includes(name));

mkdirSync(folder, {recursive: true});
const server = await serve(join(root, 'build/web/page'));
const browser = await startBrowser({scale: Number(scale)});
const report = (page) => page.evaluate(() => lockstepPage.report());

const placeOf = (now) => JSON.stringify(now.scene.lesson ?? now.scene);

// Once another page than `before` is there, its run has come, and the report stays the same.
async function settled(page, before) {
  for (let i = 0, last = ''; i < 400; ++i) {
    await sleep(150);
    const now = await report(page), text = JSON.stringify(now);
    if (text === last && now.run === 'current' && placeOf(now) !== before) return now;
    last = text;
  }
  throw new Error('The next page does not come: ' + before);
}

let count = 0;
for (const {name, pages} of lessons) {
  const link = words('link', `lesson:${name}`).trim();
  const page = await openPage(await browser.createBrowserContext(), server.url + '?report=1' + link.slice(link.indexOf('#')));
  for (let number = 1, before = ''; number <= pages; ++number, ++count) {
    before = placeOf(await settled(page, before));
    await page.screenshot({path: join(folder, `${name}-${String(number).padStart(2, '0')}.png`)});
    if (number < pages) await page.keyboard.press('PageDown');
  }
  console.log(`${name}: ${pages} pages`);
  await page.browserContext().close();
}
console.log(`${count} pages`);
await browser.close();
server.close();

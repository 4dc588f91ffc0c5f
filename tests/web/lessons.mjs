// Pictures of every page of every lesson as the page in a browser shows them, reached by Page Down, to be looked at.
//
//   node tests/web/lessons.mjs FOLDER [scale]     scale: pixels for each of the layout's; 2
import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)), desktop = join(root, 'build/release/lockstep');
const [folder, scale = '2'] = process.argv.slice(2);
const words = (...command) => spawnSync(desktop, command, {encoding: 'utf8'}).stdout;
const lessons = JSON.parse(words('lesson', 'list', '--json')).lessons.map((lesson) => lesson.name);

mkdirSync(folder, {recursive: true});
const server = await serve(join(root, 'build/web/page'));
const browser = await startBrowser({scale: Number(scale)});
const report = (page) => page.evaluate(() => lockstepPage.report());

// Once the report stays the same.
async function settled(page) {
  let before = '';
  for (let i = 0; i < 100; ++i) {
    await sleep(150);
    const now = JSON.stringify(await report(page));
    if (now === before) return JSON.parse(now);
    before = now;
  }
  return report(page);
}

for (const lesson of lessons) {
  const link = words('link', `lesson:${lesson}`).trim();
  const page = await openPage(await browser.createBrowserContext(), server.url + '?report=1' + link.slice(link.indexOf('#')));
  for (let number = 1, before = ''; number < 200; ++number) {
    const now = await settled(page), place = JSON.stringify(now.scene.lesson ?? now.scene);
    if (place === before) break;
    before = place;
    await page.screenshot({path: join(folder, `${lesson}-${String(number).padStart(2, '0')}.png`)});
    await page.keyboard.press('PageDown');
  }
  console.log(lesson);
  await page.browserContext().close();
}
await browser.close();
server.close();

// The page around the program: canvas, keys that the browser handles, files, links and storage.
'use strict';
(() => {
  const home = '/home/web_user', documents = home + '/Documents';
  const isEmbedded = new URLSearchParams(location.search).get('embed') === '1';
  const byId = (id) => document.getElementById(id);
  const canvas = byId('canvas'), frame = byId('frame'), view = byId('view');
  // Created before the program is loaded, so that the browser prepares the graphics while the program loads.
  const graphics = canvas.getContext('webgl2', {alpha: false, depth: false, stencil: false, antialias: false});
  const state = new Map();   // of the graphics context between two frames
  let program = null;        // the module; null before it runs
  let unkept = '';           // why the page cannot use the browser's storage
  let hasKeyboard = !isEmbedded;  // an embedded page gets keys and the wheel after a click in it

  // A frame with the focus also receives the keys of the page around it. The program requests the focus when it starts.
  if (isEmbedded) canvas.focus = () => { if (hasKeyboard) HTMLElement.prototype.focus.call(canvas); };

  function say(sentence, button, act) {
    byId('message').hidden = !sentence;
    byId('what').textContent = sentence;
    for (const old of byId('message').querySelectorAll('button')) old.remove();
    if (!button) return;
    const made = byId('message').appendChild(document.createElement('button'));
    made.textContent = button;
    made.onclick = act;
  }

  const wake = () => { if (program) program._lockstep_wake(); };

  function withText(text, call) {
    const place = program.stringToNewUTF8(text);
    call(place);
    program._free(place);
  }

  const notify = (sentence) => withText(sentence, (place) => program._lockstep_notify(place));

  // Keys that the browser handles, and keys that must be able to move the focus out of the canvas.
  function isBrowsersKey(event) {
    if (/^F(5|11|12)$/.test(event.key)) return true;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const letter = event.key.toLowerCase();
    return event.shiftKey ? 'cijknrtw'.includes(letter) : 'lnrtw'.includes(letter) || event.key === 'Tab';
  }

  const isBesideCanvas = (element) => !!element.closest?.('#tools, #view, #message');

  // Called before the program gets the event, because the letter depends on the user's keyboard layout.
  function tellLetter(event) {
    withText(event.key.length === 1 ? event.key.toLowerCase() : '', (letter) => program._lockstep_key_writes(letter));
  }

  function followEvents() {
    const types = ['keydown', 'keyup', 'mousedown', 'mouseup', 'mousemove', 'mouseleave', 'wheel', 'touchstart', 'touchmove',
      'touchend', 'touchcancel', 'focus', 'blur', 'paste', 'copy', 'cut', 'dragover', 'drop', 'visibilitychange', 'resize'];
    for (const type of ['keydown', 'keyup'])
      addEventListener(type, (event) => {
        if (type === 'keydown' && event.key === 'Escape' && !view.hidden) showText(false);
        if (!hasKeyboard || isBrowsersKey(event) || isBesideCanvas(event.target)) event.stopImmediatePropagation();
        else if (type === 'keydown') tellLetter(event);
      }, true);
    addEventListener('wheel', (event) => { if (!hasKeyboard) event.stopImmediatePropagation(); }, {capture: true, passive: true});
    if (isEmbedded) {
      canvas.addEventListener('mousedown', () => {
        hasKeyboard = true;
        canvas.focus();
      });
      addEventListener('blur', () => { hasKeyboard = false; });
    }
    for (const type of types) addEventListener(type, wake, {passive: true});
    // The browser's menu would cover the program's menu.
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  function resize() {
    program._lockstep_resize(Math.max(1, frame.clientWidth), Math.max(1, frame.clientHeight));
    wake();
  }

  function followSize() {
    new ResizeObserver(resize).observe(frame);
  }

  // A long press acts as the right mouse button.
  function followTouch() {
    let timer = 0;
    const cancel = () => { clearTimeout(timer); timer = 0; };
    canvas.addEventListener('touchstart', (event) => {
      cancel();
      if (event.touches.length !== 1) return;
      const {clientX, clientY} = event.touches[0];
      timer = setTimeout(() => {
        for (const type of ['mousedown', 'mouseup'])
          canvas.dispatchEvent(new MouseEvent(type, {button: 2, clientX, clientY, bubbles: true}));
        wake();
      }, 550);
    }, {passive: true});
    for (const type of ['touchmove', 'touchend', 'touchcancel']) canvas.addEventListener(type, cancel, {passive: true});
  }

  // Files: dropped files are copied to the program's folder; files that the program saves there are downloaded.
  const seen = new Map();
  const stampOf = (path) => { const facts = program.FS.stat(path); return facts.mtime.getTime() + ' ' + facts.size; };

  function downloadNewFiles() {
    for (const name of program.FS.readdir(documents)) {
      const path = documents + '/' + name;
      if (name.startsWith('.') || !program.FS.isFile(program.FS.stat(path).mode)) continue;
      // A file that is still being written (core/base/files/atomic_writer.hpp).
      if (name.endsWith('.new')) {
        setTimeout(downloadNewFiles, 500);
        continue;
      }
      if (seen.get(name) === stampOf(path)) continue;
      seen.set(name, stampOf(path));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([program.FS.readFile(path)]));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }
  }

  async function takeFiles(files) {
    for (const file of files) await takeFile(file);
  }

  async function takeFile(file) {
    const name = file.name.replace(/[/\\]/g, '_');
    program.FS.writeFile(documents + '/' + name, new Uint8Array(await file.arrayBuffer()));
    seen.set(name, stampOf(documents + '/' + name));
    open(documents + '/' + name);
  }

  function open(name) {
    withText(name, (place) => program._lockstep_open(place));
  }

  function followFiles() {
    for (const name of program.FS.readdir(documents)) {
      const path = documents + '/' + name;
      if (program.FS.isFile(program.FS.stat(path).mode)) seen.set(name, stampOf(path));
    }
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', async (event) => {
      event.preventDefault();
      await takeFiles(event.dataTransfer.files);
    });
    byId('files').addEventListener('change', async (event) => {
      await takeFiles(event.target.files);
      event.target.value = '';  // the same file can be chosen again
      canvas.focus();
    });
    let timer = 0;
    const look = () => { clearTimeout(timer); timer = setTimeout(downloadNewFiles, 400); };
    for (const type of ['keydown', 'mouseup', 'touchend']) addEventListener(type, look, {passive: true});
  }

  // Links to this page: a changed fragment is a view to open.
  function followLinks() {
    addEventListener('hashchange', () => { if (location.hash.length > 3) open(location.href); });
  }

  // The program's data are in the browser's storage, or only in memory if that is blocked.
  function mountStorage(module) {
    const {FS, IDBFS} = module;
    FS.mkdirTree(home);
    if (isEmbedded || !IDBFS) return FS.mkdirTree(documents);
    module.addRunDependency('storage');
    const done = (why) => {
      FS.mkdirTree(documents);
      if (why) unkept = String(why);
      module.removeRunDependency('storage');
    };
    try {
      FS.mount(IDBFS, {autoPersist: true}, home);
      FS.syncfs(true, done);
      reportFullStorage(IDBFS);
    } catch (why) {
      done(why);
    }
  }

  const tellUnkept = (why) =>
    notify('This browser stores nothing for this page (' + why + '): your edits are lost when you close it. Y copies a link that contains them.');

  // Reported once, because later writes also fail.
  function reportFullStorage(storage) {
    const usual = storage.syncfs;
    let isTold = false;
    storage.syncfs = (mount, populate, done) => usual(mount, populate, (why) => {
      if (why && !populate && !isTold) {
        isTold = true;
        tellUnkept(why);
      }
      done(why);
    });
  }

  async function deleteData() {
    if (!confirm('Delete all data that this browser stores for Lockstep: your files, edits, settings and results?')) return;
    const {IDBFS} = program;
    IDBFS.syncfs = () => {};  // disables all further writes
    IDBFS.dbs[home]?.close();
    delete IDBFS.dbs[home];
    await new Promise((done) => {
      const request = indexedDB.deleteDatabase(home);
      request.onsuccess = request.onerror = request.onblocked = done;
    });
    // Pages that do not come from a secure server have neither of these.
    for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith('lockstep-')) await caches.delete(name);
    for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? [])
      if (worker.scope === new URL('.', location.href).href) await worker.unregister();
    location.replace(location.href.replace(/#.*/, ''));
    location.reload();
  }

  // The view as text, which the program updates while it is open.
  function showText(isShown) {
    view.hidden = !isShown;
    if (!isShown) return canvas.focus();
    wake();
    byId('close').focus();
  }

  // The program receives keys while the canvas has the focus.
  function pressArrow(key) {
    const button = document.activeElement;
    canvas.focus();
    for (const type of ['keydown', 'keyup'])
      canvas.dispatchEvent(new KeyboardEvent(type, {key, code: key, bubbles: true, cancelable: true}));
    button.focus();
    wake();
  }

  function followTools() {
    byId('show-text').onclick = () => showText(true);
    byId('choose').onclick = () => byId('files').click();
    byId('delete').onclick = deleteData;
    byId('delete').hidden = isEmbedded;  // an embedded page stores nothing
    byId('close').onclick = () => showText(false);
    byId('back').onclick = () => pressArrow('ArrowLeft');
    byId('on').onclick = () => pressArrow('ArrowRight');
  }

  // Dear ImGui saves and restores the state that it changes, and each query waits until the previous frame is painted.
  // No other code uses this context, so the first answer remains valid.
  function rememberState() {
    const ask = graphics.getParameter.bind(graphics);
    graphics.getParameter = (name) => {
      if (!state.has(name)) state.set(name, ask(name));
      return state.get(name);
    };
  }

  function start(module) {
    program = module;
    performance.mark('ready to start');
    const scene = location.hash.length > 3 ? location.href : '';
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const size = [frame.clientWidth, frame.clientHeight].map((length) => String(Math.max(1, length)));
    if (program.callMain([scene, isDark ? 'dark' : 'light', ...size]) !== 0) return say('Lockstep cannot start; the console says why.');
    followSize();
    followEvents();
    followTouch();
    followFiles();
    followLinks();
    followTools();
    if (!isEmbedded) canvas.focus();
    if (unkept) tellUnkept(unkept);
    say('');
    performance.mark('first frame');
    document.documentElement.dataset.ready = 'yes';
  }

  function failed(why) {
    console.error(why?.stack ?? why);
    const isMemory = /memory|allocat/i.test(String(why));
    say(isMemory ? 'There is not enough memory for this run: choose a smaller n. Your edits are kept.'
                 : 'Lockstep stopped: ' + why + ' Your edits are kept.', 'Start again', () => location.reload());
  }

  function sayWithoutGraphics() {
    say('This browser does not support WebGL 2, which Lockstep needs. Use another browser, or Lockstep for Linux. This is a picture of the window:');
    byId('message').append(byId('picture').content);
  }

  if (!graphics) return sayWithoutGraphics();
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    state.clear();
    if (program) program._lockstep_restore();
  });
  rememberState();
  // For programs that control the page: with ?report=1 the program reports the positions of its controls
  // (gui/app/report.hpp).
  const report = '/report.json';
  globalThis.lockstepPage = {
    open,
    // Functions that the program calls (core/base/web/browser_page.cpp).
    describe: (sentence) => { byId('text').textContent = sentence; },
    showsText: () => !view.hidden,
    setText: (html) => { byId('view-text').innerHTML = html; },
    leave: (backwards) => {
      if (!backwards) byId('show-text').focus();
      return !backwards;
    },
    chooseFiles: () => byId('files').click(),
    deleteData,
    report: () => (program && program.FS.analyzePath(report).exists ? JSON.parse(program.FS.readFile(report, {encoding: 'utf8'})) : null),
  };

  // In the single file the module is a part of the page.
  Promise.resolve(globalThis.lockstepParts).then((parts) => lockstep({
    canvas,
    preRun: [(module) => {
      module.ENV.LOCKSTEP_PAGE = location.href.replace(/[?#].*/, '');
      if (new URLSearchParams(location.search).has('report')) module.ENV.LOCKSTEP_REPORT = report;
      mountStorage(module);
    }],
    onAbort: failed,
    print: (line) => console.log(line),
    printErr: (line) => console.warn(line),
    ...parts,
  })).then(start, failed);
  if (!globalThis.lockstepParts && !isEmbedded && navigator.serviceWorker && location.protocol !== 'file:')
    navigator.serviceWorker.register('worker.js').catch((why) => console.warn('Not offline: ' + why));
  addEventListener('error', ({error}) => {
    if (error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.Exception) failed(error);
  });
  addEventListener('unhandledrejection', (event) => failed(event.reason));
})();

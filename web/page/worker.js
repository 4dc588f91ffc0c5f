// After the first visit the page needs no network: its files are cached under the name of their version.
'use strict';
const version = 'VERSION', files = FILES;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('lockstep-') && name !== version) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(remove());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(version)
    .then((cache) => cache.match(event.request, {ignoreSearch: true}))
    .then((kept) => kept || fetch(event.request)));
});

const build = "56737dffe3c397b2";
const files = ["./","icon.svg","icon-turn.svg","assets/Ladder.js","assets/Profile.css","assets/Profile.js","assets/Replay.js","assets/Sea.css","assets/Sea.js","assets/Settings.js","assets/SmallSea.js","assets/Steps.js","assets/app.svelte.js","assets/channel.js","assets/errors.js","assets/fleet.js","assets/index.css","assets/index.js","assets/light.js","assets/play.js","assets/screens.css","assets/screens.js","assets/screens2.js","assets/session.js","assets/sha2.js","assets/small.js","assets/sound.js","assets/words.js"];
// The service worker: without a network the page is opened as it was last built, so that practice needs none. The build puts
// `build`, the hash of the page's files, and `files`, their names, in front of this.

/* global build, files */
const name = `battleship/${build}`;
const addresses = new Set(files.map((file) => new URL(file, self.location.href).href));

self.addEventListener("install", (event) => {
  const all = [...addresses].map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(all)));
});

self.addEventListener("activate", (event) => {
  const old = (key) => key.startsWith("battleship/") && key !== name;
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  if (request.method === "GET" && addresses.has(address)) {
    // A new release is seen at once; only without a network the files are those of one build.
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(address, { cacheName: name })) ?? Response.error()),
    );
  }
});

import { mount } from "svelte";
import { program } from "./trusted";
import App from "./ui/App.svelte";
import "./ui/app.css";
import "./ui/game.css";
import "./ui/sea.css";

const target = document.getElementById("app")!;
target.replaceChildren();
mount(App, { target });

if (import.meta.env.PROD) {
  navigator.serviceWorker?.register(program("offline.js")).catch(() => undefined); // the page then needs a network
}

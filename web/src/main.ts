import { mount } from "svelte";
import { program } from "./trusted";
import App from "./ui/App.svelte";
import "./ui/app.css";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) {
  navigator.serviceWorker?.register(program("offline.js")).catch(() => undefined); // the page then needs a network
}

// Calls a player who looks elsewhere: by the title and the icon of the page, and by a notification of the system if the player has
// allowed those.

const name = "Battleship";

/** A Caller is the part of the page that is visible while another one is looked at. */
export interface Caller {
  title(text: string): void;
  icon(file: string): void;
  /** notify shows a notification until it is called with an empty text. It does nothing while the page is looked at. */
  notify(text: string): void;
}

let shown: Notification | undefined;

const browser: Caller = {
  title(text) {
    document.title = text;
  },
  icon(file) {
    document.querySelector("link[rel=icon]")?.setAttribute("href", file);
  },
  notify(text) {
    shown?.close();
    shown = undefined;
    if (!text || !document.hidden || !mayNotify()) return;
    try {
      shown = new Notification(name, { body: text, icon: "icon-turn.svg", tag: "battleship" });
      shown.onclick = () => {
        window.focus();
        shown?.close();
      };
    } catch {
      // some phones leave notifications to service workers; title and icon remain
    }
  },
};

let calling = "";

/** call shows why the player is needed, as in "Your turn in game 7", or with an empty text that it is not. */
export function call(text: string, notify: boolean, by: Caller = browser): void {
  if (text === calling) return;
  calling = text;
  by.title(text ? `● ${text}` : name);
  by.icon(text ? "icon-turn.svg" : "icon.svg");
  by.notify(notify ? text : "");
}

/** mayNotify reports whether the player has allowed notifications. */
export function mayNotify(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

/** askToNotify asks the player for notifications, and reports whether they are allowed. */
export async function askToNotify(): Promise<boolean> {
  return typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
}

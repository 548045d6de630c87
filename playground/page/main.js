/** Puts the page together: who this tab is, the connection, and the parts that show what comes over it. */

import { App } from "./app.js";
import { ChannelList } from "./channel-list.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { openModal } from "./dialogs.js";
import { el } from "./dom.js";
import { MessageList } from "./message-list.js";
import { followMessageLink } from "./message-links.js";
import { displayName, Store } from "./store.js";
import { NewThread } from "./threads.js";
import { keepTimesCurrent } from "./time.js";

const store = new Store();
const connection = new Connection();
const app = new App(store, connection);
const composer = new Composer(app);
let connected = false;
new MessageList(app);
new ChannelList(store, () => composer.focus());
new NewThread(app);

/** The person that the address asks for, by id or by name, among those that the server has. */
function wantedPerson(people) {
  const wanted = new URLSearchParams(location.search).get("user")?.toLowerCase();
  return people.find(
    (user) => !user.bot && [user.id, user.username, user.global_name].some((one) => one?.toLowerCase() === wanted),
  );
}

/** "You are Ana" above; below the channels each other person is a link to a tab of their own. */
function showPerson() {
  const others = [...store.users.values()].filter((user) => !user.bot && user.id !== store.me.id);
  const links = others.map((user) =>
    el("a", { href: `?user=${encodeURIComponent(user.username)}`, target: "_blank" }, `be ${displayName(user)}`),
  );
  const me = el("strong", {}, displayName(store.me));
  document.getElementById("person").replaceChildren(el("span", {}, "You are ", me));
  document.getElementById("others").replaceChildren("In another tab: ", ...links);
}

/** One thing at a time: without a connection nothing is known of the bot. */
function showBanner() {
  const lost = "The connection is lost. Trying again…";
  const offline = "The bot is offline: it answers again as soon as it is started.";
  const banner = document.getElementById("banner");
  banner.textContent = !connected ? lost : !store.botOnline ? offline : "";
  banner.hidden = banner.textContent === "" || store.me === null;
}

/** Channels are kept in the address, so that a reload comes back to the same one. */
function addressOfChannel() {
  return decodeURIComponent(location.hash.slice(1));
}

function openFromAddress() {
  const wanted = addressOfChannel();
  const channel = [...store.channels.values()].find(({ address }) => address === wanted);
  if (channel) store.open(channel.id);
}

function askModal(modal) {
  const opener = connection.requestOf(modal.nonce);
  openModal(modal, {
    store,
    format: app.format,
    submit: (components) =>
      connection.request({
        type: "modal_submit",
        channel_id: opener?.channel_id ?? store.channelId,
        custom_id: modal.custom_id,
        ...(opener?.message_id && { message_id: opener.message_id }),
        components,
      }),
  });
}

store.addEventListener("hello", () => {
  connected = true;
  showPerson();
  showBanner();
});
store.addEventListener("online", showBanner);
store.addEventListener("seen", ({ detail }) => connection.send({ type: "read", ...detail }));
store.addEventListener("channel", () => {
  history.replaceState(null, "", `#${encodeURIComponent(store.openChannel?.address ?? "")}`);
});
connection.addEventListener("lost", () => {
  connected = false;
  showBanner();
});
connection.addEventListener("event", ({ detail }) => {
  if (detail.type === "hello") {
    // People's ids are the server's to give: only now can a name become one.
    const wanted = wantedPerson(detail.users);
    if (wanted && wanted.id !== detail.user.id) {
      connection.become(wanted.id);
      return;
    }
  }
  if (detail.type === "hello") store.wantedAddress = addressOfChannel();
  store.receive(detail);
  if (detail.type === "modal") askModal(detail);
  if (detail.type === "error" && !detail.nonce) composer.report(detail.reason);
});
document.addEventListener("visibilitychange", () => store.markRead());
addEventListener("hashchange", openFromAddress);
document.addEventListener("click", (event) => followMessageLink(event, app));
document.addEventListener("keydown", (event) => {
  const idle = event.target === document.body || event.target.matches("#scroller, #messages > li");
  const writes = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (idle && writes) composer.focus();
});

keepTimesCurrent();
connection.start();

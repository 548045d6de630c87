/** What the page knows: people, channels, commands and messages, as the server tells them. */

const TEXT = 0;
const GROUP = 3;
const DIRECT = 1;

/**
 * Dispatches `hello`, `channel` (another one is open), `channels` (of the list), `message`, `edit`, `remove` (all with `detail`), `commands`,
 * `online` and `unread`.
 */
export class Store extends EventTarget {
  me = null;
  guild = null;
  /** @type {Map<string, object>} people and bots by id */
  users = new Map();
  /** @type {Map<string, object>} channels by id, in the order of the list */
  channels = new Map();
  commands = [];
  botOnline = false;
  /** @type {Map<string, object[]>} messages by channel, oldest first */
  messages = new Map();
  /** @type {Map<string, {count: number, mentions: number}>} what came while a channel was not looked at */
  unread = new Map();
  /** The id of the open channel. */
  channelId = null;

  /** @param {object} event what the server sent */
  receive(event) {
    switch (event.type) {
      case "hello":
        return this.#hello(event);
      case "message":
        return this.#add(event.message);
      case "message_edit":
        return this.#edit(event.message);
      case "message_delete":
        return this.remove(event.channel_id, event.id);
      case "channel":
        return this.#putChannel(event.channel);
      case "channel_delete":
        return this.#dropChannel(event.id);
      case "commands":
        this.commands = event.commands;
        return this.#tell("commands");
      case "bot_online":
        this.botOnline = event.online;
        return this.#tell("online");
    }
  }

  /** @param {string} channelId the channel to open; one that is not there is ignored */
  open(channelId) {
    if (!this.channels.has(channelId) || channelId === this.channelId) return;
    this.channelId = channelId;
    this.unread.delete(channelId);
    this.#tell("channel");
    this.#tell("unread");
  }

  /** The open channel's messages have been seen. */
  markRead() {
    if (this.unread.delete(this.channelId)) this.#tell("unread");
  }

  /** The open channel's messages, oldest first. */
  get openMessages() {
    return this.messages.get(this.channelId) ?? [];
  }

  /** The channels and threads of the guild, which can be mentioned and chosen, in the order of the list. */
  get guildChannels() {
    return [...this.channels.values()].filter((channel) => placeOf(channel) === 0);
  }

  /** Whether threads can be begun under the open channel. */
  get takesThreads() {
    return this.channels.get(this.channelId)?.type === TEXT;
  }

  /** @param {object} message whether it speaks to the person of this tab */
  mentionsMe(message) {
    return (message.mentions ?? []).some((user) => user.id === this.me?.id);
  }

  /** Takes a message away; also called by the page itself for a dismissed one. */
  remove(channelId, id) {
    const messages = this.messages.get(channelId) ?? [];
    const index = messages.findIndex((message) => message.id === id);
    if (index < 0) return;
    messages.splice(index, 1);
    this.#tell("remove", { id, channel_id: channelId });
  }

  #hello(event) {
    this.me = event.user;
    this.guild = event.guild;
    this.users = new Map([...event.users, event.user].map((user) => [user.id, user]));
    this.channels = new Map(event.channels.map((channel) => [channel.id, channel]));
    this.commands = event.commands;
    this.botOnline = event.bot_online;
    this.messages = new Map(Object.entries(event.messages));
    if (!this.channels.has(this.channelId)) this.channelId = event.channels[0]?.id ?? null;
    this.#tell("hello");
  }

  #add(message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, []);
    const messages = this.messages.get(message.channel_id);
    if (messages.some((known) => known.id === message.id)) return this.#edit(message);
    messages.push(message);
    this.#tell("message", message);
    this.#countUnread(message);
  }

  #edit(message) {
    const messages = this.messages.get(message.channel_id) ?? [];
    const index = messages.findIndex((known) => known.id === message.id);
    if (index < 0) return;
    const before = messages[index];
    messages[index] = message;
    this.#tell("edit", { message, before });
  }

  /** Puts a channel, new or renamed, into the list; a new thread comes below the others of its channel. */
  #putChannel(channel) {
    const list = [...this.channels.values()];
    const index = list.findIndex(({ id }) => id === channel.id);
    const above = list.findLastIndex(({ id, parent_id }) => [id, parent_id].includes(channel.parent_id));
    if (index >= 0) list[index] = channel;
    else list.splice(channel.parent_id && above >= 0 ? above + 1 : list.length, 0, channel);
    this.channels = new Map(list.map((one) => [one.id, one]));
    this.#tell("channels");
    if (channel.id === this.channelId) this.#tell("channel");
  }

  #dropChannel(id) {
    this.channels.delete(id);
    this.messages.delete(id);
    this.unread.delete(id);
    if (id === this.channelId) {
      this.channelId = this.channels.keys().next().value ?? null;
      this.#tell("channel");
    }
    this.#tell("channels");
  }

  #countUnread(message) {
    const seen = message.channel_id === this.channelId && document.visibilityState === "visible";
    if (seen || message.author.id === this.me?.id) return;
    const unread = this.unread.get(message.channel_id) ?? { count: 0, mentions: 0 };
    unread.count += 1;
    if (this.mentionsMe(message)) unread.mentions += 1;
    this.unread.set(message.channel_id, unread);
    this.#tell("unread");
  }

  #tell(kind, detail = null) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

/** The name a person is shown by. */
export function displayName(user) {
  return user?.global_name || user?.username || "somebody";
}

/** What kind of place a channel is, as commands' contexts count: the guild's 0, with the bot 1, among people 2. */
export function placeOf({ type }) {
  if (type === DIRECT) return 1;
  return type === GROUP ? 2 : 0;
}

/** What the page knows: people, channels, commands and messages, as the server tells them. */

const TEXT = 0;
const GROUP = 3;
const DIRECT = 1;

/**
 * Dispatches `hello`, `channel` (another one is open), `channels` (of the list), `message`, `edit`, `remove` and `seen`
 * (up to which message the open channel was read; all four with `detail`), `commands`, `online` and `unread`.
 */
export class Store extends EventTarget {
  me = null;
  /** @type {Map<string, {id: string, name: string, bot_is_in: boolean}>} the guilds that this person is in, by id */
  guilds = new Map();
  /** @type {Map<string, object>} people and bots by id */
  users = new Map();
  /** @type {Map<string, object>} channels by id, in the order of the list */
  channels = new Map();
  commands = [];
  botOnline = false;
  /** @type {Map<string, object[]>} messages by channel, oldest first */
  messages = new Map();
  /** @type {Map<string, {count: number, mentions: number}>} what came while a channel was not looked at, on any page */
  unread = new Map();
  /** The id of the open channel. */
  channelId = null;
  /** The address of the channel to open first, if there is one such. */
  wantedAddress = "";
  /** @type {Map<string, string>} the newest message seen, by channel */
  #seen = new Map();

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
        return this.#putChannel(event.channel, event.messages);
      case "channel_delete":
        return this.#dropChannel(event.id);
      case "read":
        return this.#takeRead(event.channel_id, event.message_id);
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
    this.#tell("channel");
    this.markRead();
    this.#tell("unread");
  }

  /** The open channel's messages have been seen, if the page is. */
  markRead() {
    if (document.visibilityState !== "visible") return;
    if (this.unread.delete(this.channelId)) this.#tell("unread");
    const newest = this.openMessages.at(-1);
    if (!newest || this.#seen.get(this.channelId) === newest.id) return;
    this.#seen.set(this.channelId, newest.id);
    this.#tell("seen", { channel_id: this.channelId, message_id: newest.id });
  }

  /** The open channel's messages, oldest first. */
  get openMessages() {
    return this.messages.get(this.channelId) ?? [];
  }

  /** The open channel, if any is there. */
  get openChannel() {
    return this.channels.get(this.channelId);
  }

  /** The guild of the open channel; none for a private one. */
  get openGuild() {
    return this.guilds.get(this.openChannel?.guild_id);
  }

  /** The channels and threads of the open one's guild, which can be mentioned and chosen; privately those of all. */
  get guildChannels() {
    const here = this.openChannel?.guild_id;
    return [...this.channels.values()].filter(({ guild_id }) => guild_id && (!here || guild_id === here));
  }

  /** Whether the bot is at the open channel by people's own installations alone. */
  get botIsUsersOwn() {
    return this.openGuild ? !this.openGuild.bot_is_in : this.openChannel?.type === GROUP;
  }

  /** Whether threads can be begun under the open channel. */
  get takesThreads() {
    return this.openChannel?.type === TEXT;
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
    this.guilds = new Map(event.guilds.map((guild) => [guild.id, guild]));
    this.users = new Map([...event.users, event.user].map((user) => [user.id, user]));
    this.channels = new Map(event.channels.map((channel) => [channel.id, channel]));
    this.commands = event.commands;
    this.botOnline = event.bot_online;
    this.unread = new Map(Object.entries(event.unread));
    this.#seen.clear();
    this.messages = new Map(Object.entries(event.messages));
    const wanted = event.channels.find(({ address }) => address === this.wantedAddress) ?? event.channels[0];
    if (!this.channels.has(this.channelId)) this.channelId = wanted?.id ?? null;
    this.#tell("hello");
    this.markRead();
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

  /**
   * Puts a channel, new or changed, into the list; a new thread comes below the others of its channel, with what was
   * said in it where this person was not there to hear it.
   */
  #putChannel(channel, messages) {
    if (messages) this.messages.set(channel.id, messages);
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
      this.markRead();
    }
    this.#tell("channels");
  }

  #countUnread(message) {
    if (message.channel_id === this.channelId) this.markRead();
    const seen = message.channel_id === this.channelId && document.visibilityState === "visible";
    if (seen || message.author.id === this.me?.id) return;
    const unread = this.unread.get(message.channel_id) ?? { count: 0, mentions: 0 };
    unread.count += 1;
    if (this.mentionsMe(message)) unread.mentions += 1;
    this.unread.set(message.channel_id, unread);
    this.#tell("unread");
  }

  /** Another page of this person has read a channel up to a message; what came after it stays unread. */
  #takeRead(channelId, messageId) {
    if (!this.unread.has(channelId)) return;
    const messages = this.messages.get(channelId) ?? [];
    const newer = messages.filter(({ id, author }) => BigInt(id) > BigInt(messageId) && author.id !== this.me?.id);
    if (newer.length === 0) this.unread.delete(channelId);
    else this.unread.set(channelId, { count: newer.length, mentions: newer.filter((one) => this.mentionsMe(one)).length });
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

/** What kind of place a channel is, as commands' contexts count: a guild's 0, with the bot 1, among people 2. */
export function placeOf({ type }) {
  if (type === DIRECT) return 1;
  return type === GROUP ? 2 : 0;
}

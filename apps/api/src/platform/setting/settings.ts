/** This process's copy of the settings, kept fresh by NOTIFY and by a read every 30 s. */
import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import type { Listener } from "../db/listener.ts";
import { type AnySetting, type Setting, settingsChannel } from "./setting.ts";
import { readSettings, settingVersions, type StoredSetting } from "./store.ts";

const readEveryMs = 30_000;

interface SettingsOptions {
  db: Db;
  log: Pick<Logger, "warn">;
  /** Absent in the operator's commands, which read once. */
  listener?: Listener;
}

/** A stored value that its schema no longer accepts: the default holds. */
export interface RefusedSetting {
  name: string;
  reason: string;
}

export class Settings {
  #options: SettingsOptions;
  #stored = new Map<string, StoredSetting>();
  /** Values as their schema returned them, until the stored version changes. */
  #parsed = new Map<AnySetting, { version: number; value: unknown; fault: string | null }>();
  #subscribers = new Map<AnySetting, Set<(value: unknown) => void>>();
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #stop: () => void = () => undefined;

  private constructor(options: SettingsOptions) {
    this.#options = options;
  }

  /** Reads all settings, and keeps them fresh until `stop` if there is a listener. */
  static async open(options: SettingsOptions): Promise<Settings> {
    const settings = new Settings(options);
    await settings.#read();
    const { listener, log } = options;
    if (!listener) return settings;
    const read = () =>
      void settings
        .refresh()
        .catch((error: unknown) => log.warn({ err: error }, "settings not read"));
    const unlisten = listener.on(settingsChannel, read, read);
    const timer = setInterval(read, readEveryMs);
    settings.#stop = () => {
      clearInterval(timer);
      unlisten();
    };
    return settings;
  }

  /** The current value; the default if there is none that the schema accepts. */
  get<T>(setting: Setting<T>): T {
    return this.#parse(setting as AnySetting).value as T;
  }

  /** The stored value's version; 0 for the default. Another value has another version. */
  version(setting: Pick<AnySetting, "name">): number {
    return this.#stored.get(setting.name)?.version ?? 0;
  }

  /** Calls `take` with each new value. Returns a function that ends this. */
  onChange<T>(setting: Setting<T>, take: (value: T) => void): () => void {
    const known = this.#subscribers.get(setting as AnySetting) ?? new Set();
    this.#subscribers.set(setting as AnySetting, known);
    known.add(take as (value: unknown) => void);
    return () => void known.delete(take as (value: unknown) => void);
  }

  /** Which of these have a stored value that their schema does not accept, and why. */
  refused(settings: readonly AnySetting[]): RefusedSetting[] {
    return settings.flatMap((setting) => {
      const { fault } = this.#parse(setting);
      return fault === null ? [] : [{ name: setting.name, reason: fault }];
    });
  }

  /** Reads what has changed, so that a process sees at once what it has just committed. */
  refresh(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilFresh();
    return this.#reading;
  }

  stop(): void {
    this.#stop();
  }

  async #readUntilFresh(): Promise<void> {
    try {
      do {
        this.#readAgain = false;
        await this.#read();
      } while (this.#readAgain);
    } finally {
      this.#reading = null;
    }
  }

  async #read(): Promise<void> {
    const { db } = this.#options;
    const versions = new Map(
      (await settingVersions(db)).map(({ name, version }) => [name, version]),
    );
    const changed = [...versions].filter(([name, version]) => this.version({ name }) !== version);
    const gone = [...this.#stored.keys()].filter((name) => !versions.has(name));
    if (changed.length === 0 && gone.length === 0) return;
    for (const name of gone) this.#stored.delete(name);
    const rows =
      changed.length === 0
        ? []
        : await readSettings(
            db,
            changed.map(([name]) => name),
          );
    for (const row of rows) this.#stored.set(row.name, row);
    this.#announce(new Set([...gone, ...rows.map(({ name }) => name)]));
  }

  #announce(names: Set<string>): void {
    for (const [setting, takers] of this.#subscribers) {
      if (!names.has(setting.name)) continue;
      for (const take of takers) {
        try {
          take(this.get(setting));
        } catch (error) {
          const { log } = this.#options;
          log.warn({ err: error, setting: setting.name }, "change of a setting not applied");
        }
      }
    }
  }

  #parse(setting: AnySetting) {
    const version = this.version(setting);
    const known = this.#parsed.get(setting);
    if (known?.version === version) return known;
    const { value, fault } = this.#accepted(setting);
    if (fault !== null)
      this.#options.log.warn({ setting: setting.name, fault }, "stored setting not accepted");
    const parsed = { version, value, fault };
    this.#parsed.set(setting, parsed);
    return parsed;
  }

  #accepted({ name, schema, initial }: AnySetting): { value: unknown; fault: string | null } {
    const row = this.#stored.get(name);
    if (!row) return { value: initial, fault: null };
    const { success, data, error } = schema.safeParse(row.value);
    if (success) return { value: data, fault: null };
    const [first] = error.issues;
    const place = first?.path.join(".") ?? "";
    return { value: initial, fault: `${place ? `${place}: ` : ""}${first?.message ?? "invalid"}` };
  }
}

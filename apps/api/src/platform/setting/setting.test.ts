import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Api } from "../../app.ts";
import { startTestApi } from "../../../testing/api.ts";
import { askedDocumentsSetting } from "../../identity/legal/asked.ts";
import { transaction } from "../db/database.ts";
import { ownMailTextsSetting } from "../mail/own-texts.ts";
import { resetSetting, setting, writeSetting } from "./setting.ts";
import { Settings } from "./settings.ts";

const greeting = setting({
  name: "test.greeting",
  schema: z.object({ text: z.string().max(2 ** 21) }),
  initial: { text: "none" },
});

const first = forTests(startTestApi);
const second = forTests(() => first.startAnother());

const write = (text: string) =>
  transaction(first.services.db, (tx) => writeSetting(tx, greeting, { text }));
const reset = () => transaction(first.services.db, (tx) => resetSetting(tx, greeting));
const textOf = (api: Api) => api.services.settings.get(greeting).text;
const within = { timeout: 2_000, interval: 20 };

describe("a setting (spec/operator#settings: every API process has a change within two seconds)", () => {
  it("has its default, then what was written, in every process, and the default again", async () => {
    const told: string[] = [];
    second.services.settings.onChange(greeting, ({ text }) => told.push(text));
    expect([textOf(first), textOf(second)]).toEqual(["none", "none"]);
    await write("hello");
    await first.services.settings.refresh();
    expect(textOf(first)).toBe("hello");
    await vi.waitFor(() => expect(textOf(second)).toBe("hello"), within);
    await reset();
    await write("again");
    await vi.waitFor(() => expect(textOf(second)).toBe("again"), within);
    await reset();
    await vi.waitFor(
      () => expect([textOf(first), textOf(second)]).toEqual(["none", "none"]),
      within,
    );
    expect(told.at(0)).toBe("hello");
    expect(told.at(-1)).toBe("none");
  });

  it("is not changed by a transaction that is rolled back, nor by a value of another shape", async () => {
    const { db } = first.services;
    const failed = transaction(db, async (tx) => {
      await writeSetting(tx, greeting, { text: "lost" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    const wrong = transaction(db, (tx) => writeSetting(tx, greeting, { text: 1 } as never));
    await expect(wrong).rejects.toThrow(z.ZodError);
    await expect(write("x".repeat(2 ** 20))).rejects.toThrow(/1 MiB at most/);
    await sleep(100);
    await second.services.settings.refresh();
    expect(textOf(second)).toBe("none");
  });

  it("has its default while the stored value is one that this release does not accept, and says so", async () => {
    const { db, log } = first.services;
    await sql`insert into setting (name, value) values ('test.greeting', '{"text": 7}')`.execute(
      db,
    );
    const settings = await Settings.open({ db, log });
    expect(settings.get(greeting)).toEqual({ text: "none" });
    expect(settings.refused([greeting])).toEqual([
      { name: "test.greeting", reason: expect.stringMatching(/^text: /) },
    ]);
    await write("mended");
    await settings.refresh();
    expect(settings.get(greeting)).toEqual({ text: "mended" });
    expect(settings.refused([greeting])).toEqual([]);
  });

  it("that the database keeps itself follows its table, whichever release writes there", async () => {
    const { db } = first.services;
    const asked = () => second.services.settings.get(askedDocumentsSetting);
    const own = () => second.services.settings.get(ownMailTextsSetting);
    expect([asked(), own()]).toEqual([[], []]);
    await sql`insert into legal_document (kind, lang, version, title, markdown, html, consent, published_at,
        published_by)
      select 'terms', 'de', version, 'T', 'T', 'T', version < 3, now(), 'cli'
      from generate_series(1, 3) version`.execute(db);
    await sql`insert into mail_text (name, lang, subject, body, updated_at)
      values ('order', 'en', 'S', 'B', now()), ('order', 'de', 'S', 'B', now())`.execute(db);
    const terms = { kind: "terms", lang: "de", version: 2, publishedAt: expect.any(Number) };
    await vi.waitFor(() => expect(asked()).toEqual([terms]), within);
    await vi.waitFor(() => expect(own()).toEqual(["order de", "order en"]), within);
    await sql`delete from mail_text where lang = 'de'`.execute(db);
    await vi.waitFor(() => expect(own()).toEqual(["order en"]), within);
    expect(first.services.settings.refused(first.services.modules.settings)).toEqual([]);
  });
});

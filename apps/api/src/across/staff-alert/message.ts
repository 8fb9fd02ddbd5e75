/** A message as it waits to be sent. */
import { alertMessage, type AlertTopic } from "@turnpike/rules/staff-alert.ts";
import { withoutLinks } from "../../platform/mail/values.ts";

export interface AlertItem {
  topic: AlertTopic;
  item: string;
  title: string;
}

/** What a webhook receives; `text` is what chats show, `content` is its name elsewhere. */
export interface AlertBody {
  event: "staff.alert" | "staff.alert.test";
  id: string;
  at: string;
  subject: string;
  text: string;
  content: string;
  counts: Partial<Record<AlertTopic, number>>;
  items: AlertItem[];
  console: string;
}

/** A storm's message has no more than this. */
const MOST_ITEMS = 50;

/**
 * A text in which chats and mail programs read no mention, link or command: an upstream's own words,
 * and what somebody complains of, are in titles. An invisible character stands where one would begin.
 */
const plainForChats = (text: string) => withoutLinks(text).replaceAll(/[@<]|\](?=\()/g, "$&\u200b");

export function alertBody(
  items: readonly AlertItem[],
  given: Pick<AlertBody, "id" | "at" | "console">,
): AlertBody {
  const written = alertMessage(items);
  const { counts } = written;
  const [subject, text] = [plainForChats(written.subject), plainForChats(written.text)];
  const listed = items.slice(0, MOST_ITEMS);
  return { event: "staff.alert", ...given, subject, text, content: text, counts, items: listed };
}

export function testBody(given: Pick<AlertBody, "id" | "at" | "console">): AlertBody {
  const text = "This is a test: alerts arrive here.";
  const said = { subject: "Test of alerts", text, content: text, counts: {}, items: [] };
  return { event: "staff.alert.test", ...given, ...said };
}

import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startShop, type TestShop } from "../../session/testing.ts";
import { deliverMails } from "./deliver.ts";

/** A small SMTP server (RFC 5321): keeps what it is sent, or refuses everything. */
function smtp() {
  const kept: string[] = [];
  const state = { refuses: false };
  const talk = (socket: Socket) => {
    let text = "";
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = text.indexOf(inData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) {
          kept.push(line);
          inData = false;
          say("250 kept");
        } else if (/^MAIL/i.test(line) && state.refuses) say("451 not now");
        else if (/^DATA/i.test(line)) {
          inData = true;
          say("354 go on");
        } else say(/^QUIT/i.test(line) ? "221 bye" : "250 ok");
      }
    });
  };
  const server = createServer(talk);
  return { server, kept, state };
}

const post = smtp();
let shop: TestShop;
beforeAll(async () => {
  await new Promise<void>((resolve) => post.server.listen(0, "127.0.0.1", resolve));
  const { port } = post.server.address() as { port: number };
  shop = await startShop({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await shop.stop();
  await new Promise((resolve) => post.server.close(resolve));
});

it("A mail leaves once, however many deliver, and later when the server refuses", async () => {
  post.state.refuses = true;
  const { email } = await shop.customer({ lang: "ru" });
  await deliverMails(shop.services);
  expect(post.kept).toHaveLength(0);
  post.state.refuses = false;
  await deliverMails(shop.services);
  expect(post.kept).toHaveLength(0);
  await shop.advance(121);
  await Promise.all([1, 2, 3, 4].map(() => deliverMails(shop.services)));
  expect(post.kept).toHaveLength(1);
  expect(post.kept[0]).toContain(`To: ${email}`);
  const subject = Buffer.from("Добро пожаловать").toString("base64").slice(0, 20);
  const quoted = post.kept[0]?.includes("=?UTF-8?");
  expect(quoted || post.kept[0]?.includes(subject)).toBe(true);
  await shop.advance(3600);
  expect(post.kept).toHaveLength(1);
});

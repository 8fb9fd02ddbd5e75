/** N8: wrong passwords from many networks for someone's e-mail do not lock the owner out. */
import { exactly, type Figure } from "../story.ts";
import {
  type PostResponse,
  postOk,
  measureAroundAttack,
  figuresOf,
  post,
  type Visit,
} from "./honest.ts";
import { customerAt, strangerAt } from "./networks.ts";
import { account, accountPassword, mailedCode, type Row, type Scene } from "./scene.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const networks = 11;
const triesEach = 10;
const mailedMs = 20_000;

async function play(scene: Scene): Promise<Figure[]> {
  const { url } = scene.arena.product;
  const owner = await account(scene, "locked", customerAt(1));
  const other = await account(scene, "other", customerAt(2));
  const signIn = (password: string, from: string, more: Record<string, string> = {}) =>
    post(`${url}/v1/signin`, { email: owner.email, password, agree: 1, ...more }, { from });
  const answers: PostResponse[] = [];
  const tryFrom = async (network: number) => {
    for (let at = 0; at < triesEach; at += 1)
      answers.push(await signIn(`Wr0ng${network}x${at}!`, strangerAt(500 + network)));
  };
  const attack = () => Promise.all(Array.from({ length: networks }, (_, at) => tryFrom(at)));
  const visit: Visit = () =>
    postOk(`${url}/v1/member`, { session: other.session }, { from: customerAt(3) });
  const before = await signIn(accountPassword, customerAt(4));
  const phases = await measureAroundAttack(visit, scene.quietMs, attack);
  const judged = answers.filter(({ body }) => body.code === 401).length;
  const bare = await signIn(accountPassword, customerAt(5));
  const figures = [
    exactly("N8", "the owner signs in before", { value: before.body.code ?? -1, bar: 0, unit: "" }),
    ...figuresOf("N8", `${answers.length} wrong passwords, ${judged} judged`, phases),
    exactly("N8", "then the owner's password alone: code, data.mailCode", {
      value: `${bare.body.code} ${String(bare.body.data?.["mailCode"] ?? "")}`.trim(),
      bar: "429 true",
      unit: "",
    }),
  ];
  return [...figures, ...(await byMail(scene, owner.email, signIn))];
}

/** The owner requests a code and signs in with it; nobody can without it. */
async function byMail(
  scene: Scene,
  email: string,
  signIn: (password: string, from: string, more?: Record<string, string>) => Promise<PostResponse>,
): Promise<Figure[]> {
  const { url } = scene.arena.product;
  const asked = await post(
    `${url}/v1/mailCode`,
    { email, scene: "signin" },
    { from: customerAt(5) },
  );
  const code = await waitFor("the code is mailed", () => mailedCode(scene, email), mailedMs).catch(
    () => "",
  );
  const wrongCode = code === "000000" ? "000001" : "000000";
  const guessed = await signIn(accountPassword, strangerAt(600), { code: wrongCode });
  const stolen = await signIn("Wr0ngPass!x", strangerAt(601), { code });
  const passed = await signIn(accountPassword, customerAt(5), { code });
  const value = ({ body }: PostResponse) => body.code ?? -1;
  const refused = [guessed, stolen].every((answer) => value(answer) !== 0) ? "both" : "no";
  return [
    exactly("N8", "a code for signing in is mailed", {
      value: `${value(asked)} ${code === "" ? "none" : "came"}`,
      bar: "0 came",
      unit: "",
    }),
    exactly("N8", "wrong code, or wrong password with the code: refused", {
      value: refused,
      bar: "both",
      unit: "",
    }),
    exactly("N8", "the owner passes with password and mailed code", {
      value: value(passed),
      bar: 0,
      unit: "",
    }),
  ];
}

export const lockOut: Row = { id: "N8", stage: "production", play };

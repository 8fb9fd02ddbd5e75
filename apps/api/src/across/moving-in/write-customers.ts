/** Writes imported customers with what they had: one entry of the ledger for each. */
import { newAccessKey } from "../../identity/account/access-key.ts";
import {
  type ImportedAccount,
  insertImported,
  takenAddresses,
} from "../../identity/account/store/imported.ts";
import { type Line, postMany } from "../../ledger/post.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { inChunks } from "./chunks.ts";
import { moved } from "./moved.ts";
import type { ImportedCustomer } from "./read-customers.ts";
import { refuseFaults } from "./read-file.ts";

const inviteCodeLength = 8;
const tries = 5;
type Numbered = ImportedCustomer & { id: string };

/** Writes all customers, or throws. `file` makes the keys of the entries. */
export async function writeCustomers(
  services: Services,
  tx: Tx,
  { customers, file }: { customers: ImportedCustomer[]; file: string },
): Promise<void> {
  const { world } = services;
  await inChunks(customers, async (chunk) => {
    const numbered = chunk.map((customer) => ({ ...customer, id: world.id() }));
    await insertAccounts(services, tx, numbered);
    await postMany(
      tx,
      numbered.flatMap((customer) => {
        const lines = linesOf(customer);
        const key = `migration:${file}:${customer.line}`;
        return lines.length === 0 ? [] : [moved({ key, at: world.now(), lines })];
      }),
    );
    const { language: lang } = brandOf(services);
    for (const { email, passwordHash } of numbered) {
      const url = `${services.env.publicUrl}/index/forgot`;
      const mail = { to: email, lang, mail: "movedIn", values: { email, url } } as const;
      if (passwordHash === null) await queueMail(services, tx, mail);
    }
  });
}

const linesOf = ({ id: owner, walletCents, bytes, ips }: Numbered): Line[] =>
  [["wallet", walletCents] as const, ["traffic", bytes] as const, ["ip", ips] as const]
    .filter(([, amount]) => amount > 0)
    .flatMap(([asset, amount]) => [
      { owner, asset, bucket: "main", amount },
      { owner: null, asset, bucket: "migration", amount: -amount },
    ]);

async function insertAccounts(services: Services, tx: Tx, customers: Numbered[]): Promise<void> {
  await refuseTaken(tx, customers);
  let left = customers;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const rows = left.map((customer) => accountOf(services, customer));
    const how = { lang: brandOf(services).language, now: new Date(services.world.now()) };
    const refused = new Set((await insertImported(tx, rows, how)).map(({ id }) => id));
    left = left.filter(({ id }) => refused.has(id));
    // An address that was registered meanwhile; what remains had a taken invite code.
    await refuseTaken(tx, left);
    if (attempt >= tries && left.length > 0) throw new Error("no free invite codes");
  }
}

/** @throws ActRefused naming the customers whose address an account has */
export async function refuseTaken(
  tx: Parameters<typeof takenAddresses>[0],
  customers: ImportedCustomer[],
): Promise<void> {
  if (customers.length === 0) return;
  const emails = customers.map(({ email }) => email);
  const taken = await takenAddresses(tx, emails);
  refuseFaults(
    customers.flatMap(({ line, email }) => {
      const found = taken.get(email);
      const unproved = found?.isProved ? "" : ", and nobody has proved that it is theirs";
      return found
        ? [{ line, text: `an account has the address ${email} already${unproved}` }]
        : [];
    }),
  );
}

function accountOf(services: Services, customer: Numbered): ImportedAccount {
  const key = newAccessKey(services);
  return {
    id: customer.id,
    email: customer.email,
    passwordHash: customer.passwordHash,
    inviteCode: randomText(services.world, READABLE, inviteCodeLength),
    accessKeySealed: key.sealed,
    accessKeyLookup: key.lookup,
    createdAt: new Date(customer.createdAt ?? services.world.now()),
    country: customer.country,
  };
}

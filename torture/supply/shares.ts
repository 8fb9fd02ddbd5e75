/** S2: which member serves, and with which session. */
import { atMost, exactly, type Figure } from "../story.ts";
import { countries, type Seller } from "./market.ts";
import { lanes, type Scene, sizes, wishOf } from "./scene.ts";
import type { Wish } from "./shoppers.ts";

/** S2: places, shares by weight, one token for each session at all gateways. */
export async function sharesAndSessions(scene: Scene): Promise<Figure[]> {
  const { market, shoppers, size, random } = scene;
  let left = size.requests;
  const sids = new Set<string>();
  const inTurn = (): Wish => {
    left -= 1;
    const wish = wishOf(scene, () =>
      random.next() < 0.5 ? null : `kanary${random.integer(1, 60)}`,
    )();
    if (wish.sid !== null) sids.add(`${wish.sub.account} ${wish.country} ${wish.sid}`);
    return wish;
  };
  await shoppers.keep(lanes, inTurn, () => left > 0);
  const seen = market.sellers.flatMap((seller) =>
    seller.peer.seen.map((one) => ({ ...one, seller })),
  );
  const sessions = seen.flatMap(({ asked }) => asked.session ?? []);
  const failed = shoppers.shots.filter(({ status }) => status !== 200).length;
  return [
    exactly("S2", `of ${shoppers.shots.length} requests failed`, {
      value: failed,
      bar: 0,
      unit: "",
    }),
    exactly("S2", "requests at a member without the place", {
      value: seen.filter(({ asked, seller }) => !seller.countries.includes(asked.country ?? ""))
        .length,
      bar: 0,
      unit: "",
    }),
    atMost("S2", "a member's share beside its weight", {
      value: worstShare(seen, market.sellers) * 100,
      bar: size === sizes.full ? 3 : 15,
      unit: "%",
    }),
    exactly("S2", `${sids.size} sessions' tokens`, {
      value: new Set(sessions).size,
      bar: sids.size,
      unit: "",
    }),
    exactly("S2", "tokens that hold a customer's word", {
      value: sessions.filter(
        (token) =>
          /kanary|\d{3}/i.test(token) && [...sids].some((sid) => sid.endsWith(` ${token}`)),
      ).length,
      bar: 0,
      unit: "",
    }),
  ];
}

function worstShare(
  seen: { asked: { country?: string; session?: string }; seller: Seller }[],
  sellers: Seller[],
) {
  const free = seen.filter(({ asked }) => asked.session === undefined);
  const offs = countries.flatMap((country) => {
    const there = free.filter(({ asked }) => asked.country === country);
    const having = sellers.filter((seller) => seller.countries.includes(country));
    const all = having.reduce((sum, { weight }) => sum + weight, 0);
    return having.map((seller) => {
      const share = there.filter((one) => one.seller === seller).length / Math.max(1, there.length);
      return Math.abs(share - seller.weight / all);
    });
  });
  return Math.max(...offs);
}

/** What tests of downloads share. */
import type { Customer, Fields, TestShop } from "../session/testing.ts";

/** GET of a download, with any ticket. */
export function download(shop: TestShop, path: string, ticket: string): Promise<Response> {
  return fetch(`${shop.url}${path}?${new URLSearchParams({ ticket }).toString()}`);
}

/** A ticket for what is wanted. */
export async function ticketOf({ get }: Customer, wanted: Fields): Promise<string> {
  return (await get("ticket", wanted)).ticket;
}

/** What a refused download says: status, code and reason. */
export async function refusalOf(answer: Response): Promise<[number, number, string]> {
  const { code, data } = (await answer.json()) as { code: number; data: { reason: string } };
  return [answer.status, code, data.reason];
}

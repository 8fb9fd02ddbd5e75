/** Shared by tests of downloads. */
import type { Customer, Fields, TestShop } from "../session/testing.ts";

/** Downloads a path with a ticket. */
export function download(shop: TestShop, path: string, ticket: string): Promise<Response> {
  return fetch(`${shop.url}${path}?${new URLSearchParams({ ticket }).toString()}`);
}

/** Requests a ticket with these fields. */
export async function ticketOf({ get }: Customer, wanted: Fields): Promise<string> {
  return (await get("ticket", wanted)).ticket;
}

/** A refused download's status, code and reason. */
export async function refusalOf(answer: Response): Promise<[number, number, string]> {
  const { code, data } = (await answer.json()) as { code: number; data: { reason: string } };
  return [answer.status, code, data.reason];
}

/** Downloads a path, with these fields in its URL. */
export const fetchFrom = ({ url }: TestShop, path: string, fields: Record<string, string>) =>
  fetch(`${url}${path}?${new URLSearchParams(fields).toString()}`);

/** Exports of a path's rows: with a new ticket, and as text. */
export function exportsFrom(shop: TestShop, path: string) {
  const exported = async (customer: Customer, fields: Record<string, string> = {}, other = path) =>
    fetchFrom(shop, other, { ticket: await ticketOf(customer, { what: "export" }), ...fields });
  const textOf = async (customer: Customer, fields?: Record<string, string>) =>
    (await exported(customer, fields)).text();
  return {
    exported,
    textOf,
    fetchFile: (fields: Record<string, string>) => fetchFrom(shop, path, fields),
  };
}

/** The objects of the BTCPay peer, as its API names them; coins have 8 decimals. */
/** The price of one coin in cents. */
const RATE_CENTS = 6_421_357n;
const SATS = 100_000_000n;

interface PeerCoins {
  id: string;
  sats: bigint;
  status: "Processing" | "Settled" | "Invalid";
}
export interface PeerInvoice {
  id: string;
  amount: string;
  currency: string;
  status: "New" | "Processing" | "Expired" | "Invalid" | "Settled";
  additionalStatus: "None" | "PaidLate" | "PaidPartial" | "Marked" | "Invalid" | "PaidOver";
  metadata: { orderId?: string };
  redirectURL: string;
  expirationMinutes: number;
  createdTime: number;
  coins: PeerCoins[];
}
export interface PeerDelivery {
  type: string;
  deliveryId: string;
  invoiceId?: string;
  [more: string]: unknown;
}
export interface PeerPull {
  id: string;
  name: string;
  amount: string;
  currency: string;
  viewLink: string;
}
export interface PeerPayout {
  id: string;
  pullPaymentId: string;
  destination: string;
  state: string;
}

const coins = (sats: bigint) => `${sats / SATS}.${String(sats % SATS).padStart(8, "0")}`;
/** The amount a wallet is asked to send for these cents: whole satoshis, rounded up. */
export const satsFor = (cents: bigint) => (cents * SATS + RATE_CENTS - 1n) / RATE_CENTS;
export const centsOf = (price: string) => BigInt(Math.round(Number(price) * 100));

/** An invoice's payments in the form of the server's API. */
export function methodOf({ coins: all }: PeerInvoice) {
  return {
    paymentMethodId: "BTC-CHAIN",
    currency: "BTC",
    rate: `${RATE_CENTS / 100n}.${String(RATE_CENTS % 100n).padStart(2, "0")}`,
    payments: all
      .filter(({ status }) => status !== "Invalid")
      .map(({ id, sats, status }) => ({ id, value: coins(sats), fee: "0.0", status })),
  };
}

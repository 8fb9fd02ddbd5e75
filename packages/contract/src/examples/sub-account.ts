/** Examples of sub-accounts. */
import { GB, mainAccount, now, shopAccount } from "./customer.ts";

export const entry = ({
  id,
  account,
  password,
  rotateToken,
  pool,
  availableBytes,
}: typeof mainAccount) => ({
  id,
  account,
  password,
  rotateToken,
  pool,
  availableBytes,
});
export const fresh = {
  ...shopAccount,
  usedBytes: 0,
  availableBytes: 20 * GB,
  dayUsedBytes: 0,
  monthUsedBytes: 0,
  createdAt: now,
};

/** Why an attempt failed, in one line for the operator of the receiver. */

/** A failure with a message of our own. */
export class Failed extends Error {}

export const closedEarly = "the connection was closed before an answer";
const unreachable = "the host cannot be reached";
const noTls = "the other end does not speak TLS that is taken here";
const selfSigned = "the certificate is signed by nobody who is trusted";
const unknownIssuer =
  "the certificate's issuer is unknown, or what vouches for it is not sent along";

/** Messages by error code; for other codes the code itself is shown. */
const byCode: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  HPE_HEADER_OVERFLOW: "the answer's headers are too long",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  EPROTO: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
};

/** Fixed sentences or an error code: nothing of another network is shown to the customer. */
export function saidOf(error: unknown): string {
  if (error instanceof Failed) return error.message;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (byCode[code]) return byCode[code];
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  if (/^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return `the connection failed: ${code}`;
  return "the connection failed";
}

/** How a node proves its identity: Ed25519 over both nonces, node, worker, epoch and host. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

export interface SignedProof {
  hubNonce: string;
  nonce: string;
  node: string;
  worker: number;
  epoch: string;
  /** The host and port that the gateway dialled, so that no other host can relay the proof. */
  host: string;
}

/** Generates a key pair: private as PEM (PKCS 8), public as 32 bytes in base64url. */
export function newNodeKey(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
    publicKey: publicKey.export({ format: "jwk" }).x ?? "",
  };
}

/** Returns the signature in base64url. */
export function signProof(proved: SignedProof, privateKeyPem: string): string {
  return sign(null, bytesOf(proved), createPrivateKey(privateKeyPem)).toString("base64url");
}

/** Whether the signature was made with the key; `publicKey` has 32 bytes. */
export function isProofValid(proved: SignedProof, signature: string, publicKey: Buffer): boolean {
  return verify(null, bytesOf(proved), keyOf(publicKey), Buffer.from(signature, "base64url"));
}

function keyOf(publicKey: Buffer): KeyObject {
  const x = publicKey.toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** The signed bytes; JSON separates the parts unambiguously. */
function bytesOf({ hubNonce, nonce, node, worker, epoch, host }: SignedProof): Buffer {
  return Buffer.from(JSON.stringify(["turnpike-link", hubNonce, nonce, node, worker, epoch, host]));
}

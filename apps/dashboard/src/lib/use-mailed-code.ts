import type { Scene } from "@turnpike/contract/mail-code.ts";
import { useState } from "react";
import { useCommand } from "./use-command.ts";
import { useCountdown } from "./use-countdown.ts";

/**
 * Mails a code and counts down to when the next may be requested. `send` returns whether one was
 * sent; its argument is the recipient: an address, the account's secure e-mail, or its e-mail.
 */
export function useMailedCode(scene: Scene) {
  const [sent, setSent] = useState(false);
  const countdown = useCountdown();
  const mail = useCommand("mailCode", {
    handles: (refused) => {
      if (refused.retryAfterSeconds) countdown.start(refused.retryAfterSeconds);
      return true;
    },
  });
  return {
    sent,
    /** Why no code was sent: the API's message. */
    fault: mail.refusal?.msg ?? null,
    busy: mail.busy,
    /** Seconds until the next code may be requested; 0 for now. */
    secondsLeft: countdown.left,
    async send(to: { email?: string | undefined; secure?: boolean } = {}): Promise<boolean> {
      const answer = await mail.send({ scene, ...to });
      if (!answer) return false;
      setSent(true);
      countdown.start(answer.retryAfterSeconds);
      return true;
    },
  };
}

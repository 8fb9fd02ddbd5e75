/** What mails say of the provider. */
import type { Services } from "../services.ts";

export interface MailBrand {
  name: string;
  /** The sender of every mail. */
  from: string;
  supportEmail: string;
  /** Lines below the signature, such as the provider's address. */
  footer: string;
  /** Of links and buttons, on the light ground and on the dark one. */
  accent: string;
  accentDark: string;
}

export function mailBrand({ env }: Pick<Services, "env">): MailBrand {
  return {
    name: "Turnpike",
    from: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    footer: "",
    accent: "#0b5d45",
    accentDark: "#5cc9a0",
  };
}

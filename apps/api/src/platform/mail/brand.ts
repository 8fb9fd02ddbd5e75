/** What mails say of the provider. */
import { type BrandServices, brandOf } from "../brand/brand.ts";

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
  /** The URL of the logo; null if mail programs would not show it: they show no SVG. */
  logo: string | null;
}

export function mailBrand(services: BrandServices): MailBrand {
  const { name, mailFrom, supportEmail, mailFooter, accent, accentDark, logo } = brandOf(services);
  return {
    name,
    from: mailFrom,
    supportEmail,
    footer: mailFooter,
    accent,
    accentDark,
    logo:
      logo.type === "image/png" ? `${services.env.publicUrl}/brand/logo?v=${logo.version}` : null,
  };
}

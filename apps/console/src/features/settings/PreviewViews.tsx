/** Small pictures of what customers see: not the pages themselves, but their colours and words. */
import { isWideLogo } from "@turnpike/rules/brand.ts";
import { useState } from "react";
import { useT } from "../../lib/words.ts";
import type { Claims, Previewed } from "./brand-draft.ts";
import classes from "./preview.module.css";

interface ViewProps {
  brand: Previewed;
  /** For the ground that is shown. */
  logo: string;
  claims: Claims | undefined;
}

function Mark({ logo, name }: { logo: string; name: string }) {
  const [isWide, setWide] = useState(false);
  return (
    <span className={classes.mark}>
      <img
        src={logo}
        alt={isWide ? name : ""}
        onLoad={({ currentTarget: image }) =>
          setWide(isWideLogo(image.naturalWidth, image.naturalHeight))
        }
      />
      {!isWide && <b>{name}</b>}
    </span>
  );
}

export function SignInView({ brand, logo, claims }: ViewProps) {
  const t = useT();
  const points = claims?.points.filter(({ title, text }) => title + text !== "") ?? [];
  return (
    <div className={classes.signIn}>
      <div className={classes.side}>
        <Mark logo={logo} name={brand.name} />
        <strong className={classes.title}>{t("brand.preview.signIn")}</strong>
        <span className={classes.input}>name@example.com</span>
        <span className={classes.input}>••••••••••</span>
        <span className={classes.button}>{t("brand.preview.signIn")}</span>
        <span className={classes.link}>{brand.supportEmail}</span>
      </div>
      <div className={classes.panel}>
        <strong className={classes.title}>{claims?.title || t("brand.preview.claim")}</strong>
        {points.map(({ title, text }) => (
          <span key={title}>
            <b>{title}</b>
            <br />
            <span className={classes.soft}>{text}</span>
          </span>
        ))}
        {points.length === 0 && (
          <span className={classes.soft}>{t("brand.preview.claimText")}</span>
        )}
      </div>
    </div>
  );
}

export function HomeView({ brand, logo }: ViewProps) {
  const t = useT();
  return (
    <div className={classes.home}>
      <div className={classes.head}>
        <Mark logo={logo} name={brand.name} />
        <span className={classes.wallet}>$ 245.00</span>
      </div>
      <div className={classes.body}>
        <div className={classes.menu}>
          <span data-here>{t("brand.preview.home")}</span>
          <span>{t("brand.preview.traffic")}</span>
          <span>{t("brand.preview.statics")}</span>
        </div>
        <div className={classes.screen}>
          <strong className={classes.title}>{t("brand.preview.home")}</strong>
          <div className={classes.card}>
            <span className={classes.dim}>{t("brand.preview.traffic")}</span>
            <strong>62.6 GB</strong>
            <span className={classes.bars} aria-hidden>
              {[30, 55, 42, 78, 64, 90, 71].map((height) => (
                <i key={height} style={{ height: `${height}%` }} />
              ))}
            </span>
          </div>
          <span className={classes.button}>{t("brand.preview.topUp")}</span>
          <span className={classes.link}>{t("brand.preview.details")}</span>
        </div>
      </div>
    </div>
  );
}

export function MailView({ brand }: ViewProps) {
  const t = useT();
  return (
    <div className={classes.mail}>
      <span className={classes.dim}>{brand.mailFrom}</span>
      <b className={classes.brand}>{brand.name}</b>
      <div className={classes.card}>
        <span>{t("brand.preview.mailText")}</span>
        <strong className={classes.code}>482 913</strong>
        <span className={classes.link}>{t("brand.preview.details")}</span>
      </div>
      <span className={classes.foot}>{brand.mailFooter || brand.supportEmail}</span>
    </div>
  );
}

export function InvoiceView({ brand }: ViewProps) {
  const t = useT();
  return (
    // Paper is white in both schemes.
    <div className={`brand-preview ${classes.paper}`} data-mantine-color-scheme="light">
      <div className={classes.head}>
        <Mark logo={brand.logo} name={brand.name} />
        <strong className={classes.brand}>{t("brand.preview.invoice")}</strong>
      </div>
      <span className={classes.dim}>{brand.legalName}</span>
      <span>{brand.orderPrefix}-2026-000042</span>
      <div className={classes.row} data-head>
        <span>{t("brand.preview.traffic")}</span>
        <span>100 GB</span>
      </div>
      <div className={classes.row}>
        <b>{t("brand.preview.total")}</b>
        <b>$ 245.00</b>
      </div>
      <span className={classes.foot}>{brand.supportEmail}</span>
    </div>
  );
}

import i18next from "i18next";

/** The hour of an instant alone, in UTC as the statistics are: "14:00", "2 PM". */
export const hourOfDay = (iso: string): string =>
  new Intl.DateTimeFormat(i18next.language, {
    hour: "numeric",
    ...(i18next.language === "en" ? {} : { minute: "2-digit" }),
    timeZone: "UTC",
  }).format(new Date(iso));

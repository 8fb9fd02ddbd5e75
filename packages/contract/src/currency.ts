/** Currencies that an installation can sell in: those of ISO 4217 with two decimals. */

const codes =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD " +
  "CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ " +
  "GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL " +
  "MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NPR NZD PAB PEN PGK PHP PKR PLN " +
  "QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP " +
  "TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG";

const known: ReadonlySet<string> = new Set(codes.split(" "));

/** Whether prices can be in this currency. */
export const isCurrency = (code: string): boolean => known.has(code);

/** The currency of an installation that names none. */
export const defaultCurrency = "USD";

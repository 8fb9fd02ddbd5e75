/** Options of databases that an operator's own PostgreSQL may have. */

export const turkish =
  "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' lc_collate 'C' lc_ctype 'C'";
export const ownSchema = ["create schema app", "alter database NAME set search_path = app"];
export const odd = [
  "alter database NAME set datestyle = 'German, DMY'",
  "alter database NAME set default_transaction_isolation = 'serializable'",
  "alter database NAME set default_transaction_deferrable = on",
  "alter database NAME set timezone = 'Asia/Kolkata'",
  "alter database NAME set intervalstyle = 'iso_8601'",
  "alter database NAME set bytea_output = 'escape'",
  "alter database NAME set standard_conforming_strings = off",
  "alter database NAME set statement_timeout = '3s'",
  "alter database NAME set lock_timeout = '3s'",
];

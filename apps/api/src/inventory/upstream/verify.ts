/** Checks of `verify` on upstreams' bytes. */
import type { Check } from "../../platform/module.ts";

export const upstreamChecks: Check[] = [
  {
    title: "an upstream's bytes of a day differ from the sum of its accounts",
    find: `select 'upstream_total_day of ' || coalesce(t.upstream_id, d.upstream_id) || ' on ' ||
        coalesce(t.day, d.day) as "where"
      from upstream_total_day t
      full join (select upstream_id, day, sum(sent_bytes + received_bytes) as bytes
        from upstream_day group by 1, 2) d using (upstream_id, day)
      where coalesce(t.bytes, 0) <> coalesce(d.bytes, 0) limit 1`,
  },
];

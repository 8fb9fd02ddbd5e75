-- Lines of the request log that a SOCKS5 UDP association wrote. The first partition has a constraint of
-- its own (0023), which does not go with its parent's.
alter table request_log drop constraint request_log_protocol_check;
alter table if exists request_log_before drop constraint if exists request_log_protocol_check;
alter table request_log add constraint request_log_protocol_check
  check (protocol in ('connect', 'http', 'socks5', 'udp'));

-- Exits that are IPv6 prefixes: their ip has a netmask. They are few; found by an address within them.
create index exit_prefix on exit using gist (ip inet_ops)
  where family(ip) = 6 and masklen(ip) < 128;

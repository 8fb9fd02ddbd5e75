/**
 * In daily runs, the API's pool is smaller: a new connection to a new database reads its catalogue
 * first, which is more work than most tests. Six are enough to collide.
 */
import { isFull } from "@turnpike/net/testing/full.ts";
import { poolDefaults } from "../src/platform/db/database.ts";

if (!isFull) poolDefaults.pool = 6;

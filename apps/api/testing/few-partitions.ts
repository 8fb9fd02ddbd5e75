/**
 * In daily runs, only the current span's partitions are created, none ahead: a connection to a new
 * database reads all partitions of a table before its first query of it.
 */
import { isFull } from "@turnpike/net/testing/full.ts";
import { partitionOptions } from "../src/platform/partitions/keep.ts";

if (!isFull) partitionOptions.ahead = 0;

/**
 * Each day: partitions of the running span alone, none ahead. Each connection to a new database reads
 * what all partitions of a table are before its first query of it.
 */
import { isFull } from "@turnpike/net/testing/full.ts";
import { making } from "../src/platform/partitions/keep.ts";

if (!isFull) making.ahead = 0;

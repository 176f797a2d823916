import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { KeyHashes } from "./key-hashes.ts";
import { keyHashOf } from "./row-ids.ts";
import { RowKeyList } from "./row-key-list.ts";

const hexOf = (number: number): string => hash("sha256", String(number), "hex");
const digest = (number: number): string => hexOf(number).slice(0, 32);
const keyHash = (number: number): string => hexOf(-number).slice(0, 16);
const noTurn = async () => undefined;

test("row keys come back as they went in, page by page", () => {
  const rowKeys = [
    digest(1),
    `${digest(2)}.1`,
    `${digest(3)}:${keyHash(3)}`,
    `${digest(4)}:${keyHash(4)}.2147483647`,
    `${"0".repeat(32)}:${"0".repeat(16)}`,
    `${"f".repeat(32)}:${"f".repeat(16)}.12`,
    digest(7),
  ];
  const list = new RowKeyList(3);
  for (const rowKey of rowKeys) list.push(rowKey);
  expect(list.length).toBe(7);
  expect([...list.pages()]).toEqual([rowKeys.slice(0, 3), rowKeys.slice(3, 6), rowKeys.slice(6)]);
  expect([...new RowKeyList().pages()]).toEqual([]);
});

test("those whose key is among others are counted as by their texts", async () => {
  const list = new RowKeyList(1000);
  const hashes = new KeyHashes();
  const texts = new Set<string>();
  let expected = 0;
  for (let number = 0; number < 30_000; number += 3) {
    hashes.add(keyHash(number));
    // Twice is once.
    if (number % 2 === 0) hashes.add(keyHash(number));
    texts.add(keyHash(number));
  }
  for (let number = 0; number < 30_000; number += 2) {
    const rowKey = number % 5 === 0 ? digest(number) : `${digest(number)}:${keyHash(number)}`;
    list.push(rowKey);
    if (texts.has(keyHashOf(rowKey))) expected += 1;
  }
  expect(expected).toBe(4000);
  expect(await list.countIn(hashes, noTurn)).toBe(expected);
  expect(await list.countIn(new KeyHashes(), noTurn)).toBe(0);
});

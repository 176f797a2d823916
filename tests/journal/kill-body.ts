/** A body that can be told from its name, between 20 bytes and 4 KB. */
export function bodyOf(name: string): Buffer {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 4_001;
  return Buffer.from(`${name} ${String(hash).repeat(Math.ceil(hash / 4))}`.padEnd(20, "."));
}

export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

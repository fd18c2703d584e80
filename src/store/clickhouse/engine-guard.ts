const suspect = /;|outfile|infile|kill|file|url|s3|gcs|remote|hdfs|azure/i
const forbidden =
  /\b(outfile|infile)\b|^\s*kill\b|\b(file|url|urlcluster|s3\w*|gcs|remote\w*|hdfs\w*|azure\w*)\s*\(/i
// One alternative each: string, two kinds of quoted name, two kinds of line comment, block comment
const opaque =
  /'(?:[^'\\]|\\[^]|'')*'|`(?:[^`\\]|\\[^]|``)*`|"(?:[^"\\]|\\[^]|"")*"|--[^\n]*|#[ !][^\n]*|\/\*[^]*?\*\//g
// Quoting that the engine knows and OPAQUE does not: here documents, typographic quotes, nested comments
const unclear = /\$\w*\$|[‘’“”]|\/\*(?:(?!\*\/)[^])*\/\*/

/**
 * Why a read must not run, or undefined. The engine's `readonly` lets INTO OUTFILE, KILL and the scalar
 * function file() through when it runs inside a process, and takes several statements in one text; a server
 * refuses all of these itself. Statements come from this code and values from parameters: a second wall.
 */
export function refusedRead(sql: string): string | undefined {
  if (!suspect.test(sql)) return undefined
  if (unclear.test(sql)) return 'Unclear quoting'
  if (/;\s*\S/.test(sql.replace(opaque, ' '))) return 'Multi-statements are not allowed'
  // A function's name may be quoted, so quoted names stay, without their quotes
  const words = sql.replace(opaque, (text) => (/^["`]/.test(text) ? text.slice(1, -1) : ' '))
  const hit = forbidden.exec(words)
  return hit ? `${hit[0].trim()} is not allowed in readonly mode` : undefined
}

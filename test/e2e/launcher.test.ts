import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packagedNode, projectRoot } from './running-server.ts'

/** The Node of this machine, not the one npm puts in front. */
const systemNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => folder !== '' && !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file))
const systemMajor =
  systemNode === undefined
    ? 0
    : Number.parseInt(spawnSync(systemNode, ['-p', 'process.versions.node']).stdout?.toString() ?? '', 10)
const isOld = systemMajor > 0 && systemMajor < 24

let root: string
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'almanac-launcher-')))
  await cp(join(projectRoot, 'bin'), join(root, 'bin'), { recursive: true })
  await cp(join(projectRoot, 'package.json'), join(root, 'package.json'))
  await mkdir(join(root, 'dist/cli'), { recursive: true })
  const says =
    'console.log(JSON.stringify({ pid: process.pid, node: process.execPath, args: process.argv.slice(2) }))'
  await writeFile(join(root, 'dist/cli/almanac.js'), `${says}\nprocess.exitCode = 7\n`)
})
afterAll(() => rm(root, { recursive: true }))

async function launch(node: string) {
  const child = spawn(node, [join(root, 'bin/almanac.js'), 'a', '--b'], { cwd: root })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, pid: child.pid, stdout, stderr }
}

test('a Node of 24 or later runs the command itself, without the packaged one', async () => {
  const node = await realpath(packagedNode)
  const { code, pid, stdout } = await launch(node)
  expect(JSON.parse(stdout)).toEqual({ pid, node, args: ['a', '--b'] })
  expect(code).toBe(7)
})

test.skipIf(!isOld)('an older Node without the package is told what to do', async () => {
  const { code, stderr } = await launch(systemNode ?? '')
  expect(stderr).toMatch(/^almanac needs Node 24: its package "node" has no program, and this is Node \d+/)
  expect(code).toBe(1)
})

test.skipIf(!isOld)('an older Node hands over to the packaged one', async () => {
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  const { code, pid, stdout } = await launch(systemNode ?? '')
  const said = JSON.parse(stdout) as { pid: number; node: string; args: string[] }
  expect(said.node).toMatch(/node_modules\/node\/bin\/node$/)
  expect(said.pid).not.toBe(pid)
  expect(said.args).toEqual(['a', '--b'])
  expect(code).toBe(7)
})

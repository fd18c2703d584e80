import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser, type From } from 'dockerfile-ast'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../src/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const settingNames = Object.keys(settings.shape)

/** An image by its name alone; a host before it would be somebody's registry. */
const namesNoHost = (image: string) => !/^[^/]*[.:][^/]*\//.test(image) && !image.startsWith('localhost/')

describe('deploy/Dockerfile', () => {
  const file = DockerfileParser.parse(read('Dockerfile'))
  const instructions = file.getInstructions()
  const keywords = instructions.map((each) => each.getKeyword())
  const stages = instructions.filter((each) => each.getKeyword() === 'FROM') as From[]
  const last = instructions.slice(keywords.lastIndexOf('FROM'))
  const argumentsOf = (keyword: string) =>
    last.findLast((each) => each.getKeyword() === keyword)?.getArgumentsContent() ?? ''

  test('is made of instructions that exist, in stages that do', () => {
    const known =
      /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)$/
    expect(keywords.filter((keyword) => !known.test(keyword))).toEqual([])
    expect(stages).toHaveLength(2)
    for (const stage of stages) {
      expect(stage.getImage()).toMatch(/^node:24-/)
      expect(namesNoHost(stage.getImage() ?? '')).toBe(true)
    }
    const names = stages.map((stage) => stage.getBuildStage())
    for (const copy of file.getCOPYs()) {
      const from = copy.getFromFlag()?.getValue()
      if (from !== undefined) expect(names).toContain(from)
      else
        for (const source of copy.getArguments().slice(0, -1))
          expect(existsSync(join(root, source.getValue())), source.getValue()).toBe(true)
    }
  })

  test('ends as an account without rights, is looked after, and starts the service without a shell', () => {
    expect(argumentsOf('USER')).toBe('almanac')
    expect(argumentsOf('HEALTHCHECK')).toContain('/health')
    expect(JSON.parse(argumentsOf('ENTRYPOINT'))).toEqual(['node', '/opt/almanac/bin/almanac.js'])
    expect(JSON.parse(argumentsOf('CMD'))).toEqual(['serve'])
    for (const env of file.getENVs())
      for (const property of env.getProperties()) expect(settingNames).toContain(property.getName())
  })

  test('follows the rules that linters of such files have', () => {
    const runs = instructions.filter((each) => each.getKeyword() === 'RUN')
    for (const run of runs) {
      const command = run.getArgumentsContent() ?? ''
      expect(command).not.toMatch(/\bsudo\b|\b(curl|wget)\b.*\|\s*(ba)?sh\b|chmod\s+(-R\s+)?777/)
      expect(command).not.toMatch(/\bapt\s/)
      if (command.includes('apt-get install')) {
        expect(command).toMatch(/apt-get install (-y|--yes) --no-install-recommends/)
        expect(command).toContain('rm -rf /var/lib/apt/lists/*')
      }
      expect(command).not.toMatch(/npm (i|install)\b/)
    }
    expect(keywords).not.toContain('ADD')
    expect(keywords).not.toContain('MAINTAINER')
    for (const keyword of ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'])
      expect(last.filter((each) => each.getKeyword() === keyword)).toHaveLength(1)
    for (const each of instructions.filter((one) => one.getKeyword() === 'WORKDIR'))
      expect(each.getArgumentsContent()).toMatch(/^\//)
    for (const stage of stages) expect(stage.getImageTag()).toMatch(/^\d+-[a-z]+-slim$/)
    // The account that serves must not be able to change the program.
    for (const copy of file.getCOPYs())
      expect(copy.getFlags().map((flag) => flag.getName())).not.toContain('chown')
    expect(keywords.lastIndexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'))
    const secrets = /PASSWORD|SECRET|TOKEN|_KEY\b/
    for (const keyword of ['ARG', 'ENV'])
      for (const each of instructions.filter((one) => one.getKeyword() === keyword))
        expect(each.getArgumentsContent()).not.toMatch(secrets)
  })

  test('leaves out what must not get into an image', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    for (const name of ['.git', '.env', '.almanac*', '**/node_modules', 'dist'])
      expect(ignored).toContain(name)
  })

  test('its health check tells a service that answers from one that does not', () => {
    const check = JSON.parse(argumentsOf('HEALTHCHECK').replace(/^.*?CMD /s, '')) as string[]
    expect(check[0]).toBe('node')
    const { status } = spawnSync(process.execPath, check.slice(1), { env: { PORT: '1' } })
    expect(status).toBe(1)
  })
})

interface Compose {
  services: Record<
    string,
    {
      image?: string
      build?: { context: string; dockerfile: string }
      environment: Record<string, string>
      volumes: string[]
      healthcheck?: { test: string[] }
      depends_on?: Record<string, { condition: string }>
    }
  >
  volumes: Record<string, unknown>
}

/** As compose fills in variables; those without a default are required. */
function filled(text: string, given: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sort?: string, other?: string) => {
    if (given[name] !== undefined) return given[name]
    if (sort === '-') return other ?? ''
    throw new Error(`${name} is not set`)
  })
}

describe.each(['compose.yaml', 'compose.servers.yaml'])('deploy/%s', (name) => {
  const { services, volumes } = parse(read(name), { strict: true, uniqueKeys: true }) as Compose

  test('names what is there: files, volumes, services that tell their health, no registry', () => {
    for (const [service, { build, image, volumes: used, depends_on: needs = {} }] of Object.entries(
      services,
    )) {
      if (build) expect(existsSync(join(root, 'deploy', build.context, build.dockerfile)), service).toBe(true)
      else expect(namesNoHost(image ?? '') && /:\d/.test(image ?? ''), image).toBe(true)
      for (const volume of used) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
      for (const [other, { condition }] of Object.entries(needs)) {
        expect(condition).toBe('service_healthy')
        expect(services[other]?.healthcheck?.test[0]).toBe('CMD')
      }
    }
  })

  test('sets settings that the program takes, and no secret by default', () => {
    const given = { DATABASE_PASSWORD: 'one', CLICKHOUSE_PASSWORD: 'two' }
    const environment = Object.entries(services['almanac']?.environment ?? {})
    expect(environment.filter(([setting]) => !settingNames.includes(setting))).toEqual([])
    const values = environment.map(([setting, value]) => [setting, filled(value, given)] as const)
    const taken = settings.safeParse(Object.fromEntries(values.filter(([, value]) => value !== '')))
    expect(taken.error?.issues ?? []).toEqual([])
    const needs = environment.some(([, value]) => value.includes('PASSWORD'))
    if (needs) expect(() => environment.map(([, value]) => filled(value, {}))).toThrow(/PASSWORD is not set/)
    const secrets = values.filter(([setting]) => /KEY|TOKEN/.test(setting))
    expect(secrets.every(([, value]) => value === '')).toBe(true)
  })
})

describe('deploy/almanac.service', () => {
  const unit = read('almanac.service')
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map((match) => match[1])
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  test.skipIf(!hasSystemd)('is a unit that systemd understands, and little exposed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-unit-'))
    try {
      const file = join(folder, 'almanac.service')
      // The program is not installed here.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
      expect(verified.stderr).toBe('')
      expect(verified.status).toBe(0)
      const said = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
      expect(Number(/exposure level for almanac.service: ([\d.]+)/.exec(said.stdout)?.[1])).toBeLessThan(3)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('starts the service with settings it knows, as an account of its own, and waits for its drain', () => {
    expect(valuesOf('ExecStart')).toEqual([expect.stringMatching(/\/almanac serve$/)])
    expect(valuesOf('User')).toEqual(['almanac'])
    for (const setting of valuesOf('Environment')) expect(settingNames).toContain(setting?.split('=')[0])
    // 25 s for running requests, 5 more until a second signal would cut off, and the stores.
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(30)
    expect(Number(valuesOf('LimitNOFILE')[0])).toBeGreaterThan(512)
  })
})

test('the guide tells of every file of deploy/', () => {
  const guide = readFileSync(join(root, 'docs/guide/deploy.md'), 'utf8')
  const files = globSync('deploy/*', { cwd: root })
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(guide).toContain(file)
})

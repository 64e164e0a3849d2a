import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

// Without windows and menus: it costs about half of the whole browser.
const ofDebian = '/usr/bin/chromium-headless-shell'

/**
 * The browser of journeys and pictures. CHROMIUM_PATH names one. Else it comes from an npm package, which has it for
 * x64 only; other processors take Debian's, which is installed where that is allowed.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (process.arch === 'x64') return sparticuz.executablePath()
  if (!existsSync(ofDebian)) installDebians()
  if (existsSync(ofDebian)) return ofDebian
  throw new Error(`No Chromium for ${process.arch}: install one and name it in CHROMIUM_PATH.`)
}

function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Chromium from Debian …')
  spawnSync('apt-get', ['update'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell'], { stdio: 'ignore' })
}

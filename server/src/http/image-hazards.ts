// What strangers send to an image proxy. For tests.
import { crc32, deflateSync } from 'node:zlib'

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

/** A whole and correct picture of side × side black pixels, in a few kilobytes. */
export function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function strangeAddresses(port: number): string[] {
  // biome-ignore format: one family each line
  const hosts = [
    // loopback and its spellings
    'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254',
    '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001', '0177.0x0.0.1', '00000177.0.0.1',
    '%31%32%37.0.0.1', '127。0。0。1', '①②⑦.0.0.1', '0', '0.0.0.0', '0x0', 'runsc',
    // IPv6: loopback, mapped, compatible, NAT64, 6to4, unique local, link local, multicast
    '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]',
    '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]',
    // private and special IPv4
    '10.0.0.1', '10.255.255.255', '100.64.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1',
    '192.168.0.1', '192.168.255.255', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    // names that lead home, and lookalikes of our host
    'localtest.me', '127.0.0.1.nip.io', 'metadata.google.internal', 'cms.example.com.evil.test', 'evil-cms.example.com',
    'cms.example.com@127.0.0.1', 'cms.example.com:443@127.0.0.1', 'user:pass@127.0.0.1', '127.0.0.1#@cms.example.com',
    '127.0.0.1?@cms.example.com', '127.0.0.1\\@cms.example.com', 'cms.example.com%00.127.0.0.1',
  ]
  // biome-ignore format: one family each line
  return [
    ...hosts.map((name) => `http://${name}:${port}/x.png`),
    'http://cms.example.com/x.png', 'https://cms.example.com:8443/x.png', 'https://cms.example.com:22/x.png',
    'https://cms.example.com./x.png', 'https://user@cms.example.com/x.png', 'https:cms.example.com/x.png', 'https:/cms.example.com/x.png',
    'https:\\\\cms.example.com\\x.png', 'https://cms.example.com\\@127.0.0.1/x.png',
    `//127.0.0.1:${port}/x.png`, `///127.0.0.1:${port}/x.png`, `/\\127.0.0.1:${port}/x.png`, `\\\\127.0.0.1:${port}/x.png`,
    `http:127.0.0.1:${port}/x.png`, `http:/127.0.0.1:${port}/x.png`, `http:\\\\127.0.0.1:${port}\\x.png`, `ht\ntp://127.0.0.1:${port}/x.png`,
    ` http://127.0.0.1:${port}/x.png`, `ftp://127.0.0.1:${port}/x.png`, `gopher://127.0.0.1:${port}/x`, `ws://127.0.0.1:${port}/x`,
    'file:///etc/passwd', 'file://localhost/etc/passwd', 'data:image/png;base64,iVBORw0KGgo=', 'javascript:alert(1)', 'blob:http://127.0.0.1/x',
    'x.png', 'art/x.png', '../x.png', 'http://', 'http:///x.png', '?', '#', '%2Ftiger.png',
  ]
}

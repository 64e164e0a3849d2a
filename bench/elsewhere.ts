// A player elsewhere on the site: its own process, so that what it waits for is the site and not its neighbours here.
// Asks for the balance until its input ends, then prints how long each answer took and with which status it came.
const [, , url = '', cookie = ''] = process.argv
const lines = 4

let isAsked = true
process.stdin.on('end', () => {
  isAsked = false
})
process.stdin.resume()

const answers: { ms: number; status: number }[] = []

async function ask() {
  while (isAsked) {
    const began = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.arrayBuffer()
    answers.push({ ms: performance.now() - began, status: answer.status })
  }
}

await Promise.all(Array.from({ length: lines }, ask))
process.stdout.write(JSON.stringify(answers))

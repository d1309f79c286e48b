const day = 86_400_000;
const enough = 5 * 60_000;

// Many journeys have events of today and pages that show today or this month. None begins in the last minutes of a day.
export default async function wholeDay(): Promise<void> {
    const left = day - (Date.now() % day);
    if (left < enough) await new Promise((done) => setTimeout(done, left + 1000));
}

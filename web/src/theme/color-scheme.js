// Runs before the first paint. The key is the one Mantine keeps the choice under.
(function () {
    var choice = 'auto';
    try {
        choice = window.localStorage.getItem('mantine-color-scheme-value') || 'auto';
    } catch (error) {
        // Storage may be forbidden; the system's choice is a good one.
    }
    var dark = choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Runs before the first paint. Mantine stores the choice under this key.
(function () {
    var choice = 'auto';
    try {
        choice = window.localStorage.getItem('mantine-color-scheme-value') || 'auto';
    } catch (error) {
        // The browser can forbid storage. Then the system's colour scheme applies.
    }
    var dark = choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

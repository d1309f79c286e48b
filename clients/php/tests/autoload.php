<?php

// Composer is not needed to run the tests: the PSR interfaces and a PSR-18 client come from Debian's packages.

declare(strict_types=1);

foreach (['Nyholm/Psr7', 'Symfony/Component/HttpClient', 'Psr/Http/Client'] as $package) {
    require_once "/usr/share/php/$package/autoload.php";
}

spl_autoload_register(static function (string $class): void {
    $place = __DIR__ . '/../src/' . substr($class, strlen('Fairlead\\')) . '.php';
    if (str_starts_with($class, 'Fairlead\\') && is_file($place)) {
        require $place;
    }
});

# The Debian package, which `./dev package` builds. Libraries from Debian become dependencies. The package contains the
# library of DuckDB, because Debian has no package of it. src/CMakeLists.txt installs the binary.

set(packaging ${CMAKE_SOURCE_DIR}/packaging)
set(documentation share/doc/fairlead)
install(FILES ${packaging}/fairlead.service DESTINATION lib/systemd/system)
install(FILES ${packaging}/fairlead.toml DESTINATION /etc/fairlead)
# The documents keep their folders, so that links between them work.
install(FILES README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${documentation})
install(FILES bench/README.md bench/RESULTS.md DESTINATION ${documentation}/bench)
install(FILES clients/README.md DESTINATION ${documentation}/clients)
install(DIRECTORY docs DESTINATION ${documentation})
install(DIRECTORY ${packaging}/grafana ${packaging}/prometheus ${packaging}/nginx DESTINATION ${documentation}/examples
        PATTERN "*_test.yml" EXCLUDE)
install(FILES ${packaging}/fairlead-follow.service DESTINATION ${documentation}/examples)

# Only the package needs this file, so it is made during the installation.
install(CODE "execute_process(COMMAND ${PYTHON_PROGRAM} ${packaging}/copyright.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/copyright
                              COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${CMAKE_BINARY_DIR}/copyright DESTINATION ${documentation})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fairlead)
set(CPACK_PACKAGE_CONTACT "The Fairlead authors <fairlead@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "affiliate management that can prove every number it shows")
set(CPACK_PACKAGE_DESCRIPTION
    "Fairlead records the clicks of affiliates and the events of players exactly
once. It shows who brought each player and why, what each affiliate has
earned, and how every number was calculated. One binary contains the console,
the affiliate portal and the API. SQLite and DuckDB are built in; PostgreSQL
and ClickHouse can replace them.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build)
set(CPACK_STRIP_FILES ON)
# The libraries of each Debian have names of their own, so each has its own package: fairlead_1.2.3-1+deb12_amd64.deb.
file(STRINGS /etc/os-release debian REGEX "^VERSION_ID=")
string(REGEX MATCH "[0-9]+" debian "${debian}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1+deb${debian})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The service reads time zones from tzdata, checks receivers by ca-certificates, and the package creates its user with
# adduser.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, ca-certificates, init-system-helpers (>= 1.52), tzdata")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${packaging}/debian/postinst ${packaging}/debian/prerm ${packaging}/debian/postrm
    ${packaging}/debian/conffiles)
include(CPack)
